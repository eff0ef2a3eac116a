import { escapeIcons } from '../../platform/editor/escape.ts';
import { refOf, spellKey, type TicketKey, type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import { resolutionName, shortAge, statusName } from '../../platform/model/words.ts';
import { offeredItems } from '../../platform/view/offered-items.ts';
import { displayStatusIcons, displayStatusOf } from '../model/display-status.ts';
import { findTickets, type KnownTicket } from '../model/query/find.ts';
import { splitFilters } from '../model/query/find-filters.ts';
import { isOpen } from '../model/query/match.ts';
import type { TicketAccount } from '../state/tickets.ts';
import { type KnownTrackers, trackersOf } from './known-trackers.ts';
import { findTypedTickets } from './typed-reference.ts';

/** A row of the quick pick that finds tickets. */
export interface FoundRow {
	readonly label: string;
	readonly description?: string;
	readonly detail?: string;
	/** VS Code must not filter the rows: it knows only their labels. */
	readonly alwaysShow: true;
	/** Undefined for a row that is only a message. */
	readonly key?: TicketKey;
	/** The row that chooses no ticket. */
	readonly isNone?: true;
}

interface FindInput {
	readonly known: readonly KnownTicket[];
	readonly isKnown: (key: TicketKey) => boolean;
	readonly accounts: readonly (KnownTrackers & Pick<TicketAccount, 'instance'>)[];
	/** The trackers of the workspace's projects, which need be no account's own or pinned ones. */
	readonly inProject: readonly TrackerKey[];
	/** More tickets are still being read. */
	readonly isBusy: boolean;
	readonly now: number;
}

const mostFound = 100;
/** The same number can exist in every tracker. */
const mostUnknown = 5;

/** The tickets that a text finds, and those that it names in full. */
export function foundRows(text: string, input: FindInput): readonly FoundRow[] {
	const { known, accounts, isBusy, now } = input;
	const { words, matches } = splitFilters(text);
	const matchers = new Map(accounts.map(({ session }) => [session.id, matches(session.account)]));
	const matching = known.filter(({ key, ticket }) => matchers.get(key.account)?.(ticket) ?? true);
	const hasSeveralTrackers = new Set(known.map(({ key }) => trackerRef(key))).size > 1;
	const found = findTickets(words, matching, mostFound).map(({ found: { key, ticket } }): FoundRow => {
		const state = isOpen(ticket.status) ? statusName(ticket.status) : resolutionName(ticket.resolution);
		const facts = [
			hasSeveralTrackers ? trackerRef(key) : '',
			state,
			ticket.labels.join(', '),
			shortAge(ticket.updated, now),
		];
		return {
			key,
			// VS Code sorts items by matches in their labels. With the title in the description, the items keep the order of
			// the search.
			label: `$(${displayStatusIcons[displayStatusOf(ticket.status, ticket.resolution)]}) #${key.ticket}`,
			description: escapeIcons(ticket.title),
			detail: escapeIcons(facts.filter(Boolean).join(' · ')),
			alwaysShow: true,
		};
	});
	const unknown = unknownTickets(words, input);
	const toAsk = unknown.keys.map(({ key, from }): FoundRow => {
		const description = escapeIcons(accounts.length > 1 ? `${refOf(key)} · ${from}` : refOf(key));
		return { key, label: '$(go-to-file) Open', description, alwaysShow: true };
	});
	const rows = unknown.comeFirst ? [...toAsk, ...found] : [...found, ...toAsk];
	if (found.length > 0 || isBusy) return rows;
	return [...rows, { label: 'No matching tickets', alwaysShow: true }];
}

/** The event that a text leads to, if it is the address of a ticket's page. */
export const typedEvent = (text: string, key: TicketKey, input: TypedInput): number | undefined =>
	typedTickets(text, input).find((one) => spellKey(one.key) === spellKey(key))?.event;

type TypedInput = Pick<FindInput, 'accounts' | 'inProject'>;

const typedTickets = (text: string, { accounts, inProject }: TypedInput) =>
	findTypedTickets(
		text,
		accounts.map((account) => ({
			account: account.session.id,
			instance: account.instance,
			trackers: offeredItems({
				known: trackersOf(account),
				inProject: inProject.filter((key) => key.account === account.session.id),
				spell: spellKey,
			}).map(({ key }) => key),
		})),
	);

/** The tickets that a text names in full and that are not known here. Their pages read them from the forge. */
function unknownTickets(
	text: string,
	{ isKnown, accounts, inProject }: Pick<FindInput, 'isKnown' | 'accounts' | 'inProject'>,
) {
	const named = typedTickets(text, { accounts, inProject });
	const isFound = named.some(({ key }) => isKnown(key));
	const keys = isFound
		? []
		: named.slice(0, mostUnknown).map(({ key }) => ({
				key,
				from: accounts.find(({ session }) => session.id === key.account)?.instance.name ?? '',
			}));
	// Unlike a number, an address is not the beginning of a longer one that the user is still typing.
	return { keys, comeFirst: named.some(({ byAddress }) => byAddress) };
}
