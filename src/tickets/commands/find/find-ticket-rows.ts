import { visible } from '../../../base/text/invisible-characters.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import {
	idOfTicket,
	isSameTicket,
	refOf,
	type TicketKey,
	type TrackerKey,
	trackerRef,
} from '../../../platform/model/keys.ts';
import { type HelpRow, withFoundHelp } from '../../../platform/model/query/query-help.ts';
import { resolutionName, shortAge, statusName } from '../../../platform/model/words.ts';
import type { Instance } from '../../../signin/instances/instance.ts';
import { accountLabel } from '../../../signin/sessions/session.ts';
import { excerptOf } from '../../model/query/excerpt.ts';
import { findInTexts, findTickets, type TicketMatch } from '../../model/query/find-tickets.ts';
import { isOpen } from '../../model/query/match.ts';
import { type FieldValues, ticketHelp } from '../../model/query/query.ts';
import { readSearch } from '../../model/query/search.ts';
import { similarTickets } from '../../model/query/similar-tickets.ts';
import type { TicketIndex } from '../../model/query/ticket-index.ts';
import { statusIcon } from '../../page/ticket-parts.ts';
import { findReferencedTickets } from './reference-input.ts';

/** A row below the input field of a search. */
export type FoundRow =
	| {
			readonly kind: 'ticket';
			readonly key: TicketKey;
			readonly title: string;
			readonly status: ReturnType<typeof statusIcon>;
			/** What was found in its text, the tracker and the account, if there are several, then status, labels and age. */
			readonly facts: string;
			/** Whether its title is similar to that of the ticket that the user starts from. */
			readonly isSimilar: boolean;
	  }
	/** A ticket that is not known here. */
	| { readonly kind: 'unknown'; readonly key: TicketKey; readonly name: string }
	/** Nothing matches. Unless `isComplete`, there may be other tickets. */
	| { readonly kind: 'nothing'; readonly isComplete: boolean }
	| HelpRow;

/** An account whose tickets are searched. */
export interface SearchedAccount {
	/** The id of its session. */
	readonly account: string;
	/** Its name, with the tilde. */
	readonly me: string;
	readonly instance: Instance;
	/** The trackers of the workspace's projects, then the other known ones. */
	readonly trackers: readonly TrackerKey[];
}

/** Tickets of this tracker come first, and among them those whose titles are similar to this one. */
export interface SimilarTo {
	readonly tracker: TrackerKey;
	readonly title: string | undefined;
	/** The number of the ticket with this title. */
	readonly ticket?: number | undefined;
}

/** What is searched. */
interface SearchInput {
	readonly known: TicketIndex;
	/** Called only for a text that may have filters. */
	readonly values: () => FieldValues;
	readonly accounts: readonly SearchedAccount[];
	/** The user looks for a ticket that is similar to this one. */
	readonly similarTo?: SimilarTo | undefined;
	/** The ticket with the comments that are searched with its description. */
	readonly withComments?: (tracker: TrackerKey, ticket: Ticket) => Ticket;
}

interface FindInput extends SearchInput {
	/** The tickets that have the words in their descriptions or comments. They come last. */
	readonly inTexts?: readonly TicketMatch[] | undefined;
	/** The tickets that the user cannot choose. */
	readonly exclude?: readonly TicketKey[];
	/** More tickets are still being read or searched. */
	readonly isBusy: boolean;
	/** Whether all tickets could be read. */
	readonly isComplete: boolean;
	readonly now: number;
}

const maxFound = 100;
const maxSimilar = 10;
/** The same number can exist in every tracker. */
const maxUnknown = 5;

/** The tickets that a text finds, and those that it names in full, with help for its filters. */
export function foundRows(text: string, input: FindInput): readonly FoundRow[] {
	const {
		known,
		accounts,
		inTexts = [],
		exclude = [],
		similarTo,
		withComments = (_, ticket) => ticket,
		isBusy,
		isComplete,
		now,
	} = input;
	const values = text.includes(':') ? input.values() : {};
	const search = readSearch(text, values);
	const { words, textParts } = search;
	const options = optionsOf(search, search.matches, input);
	const hasSeveralTrackers = new Set(known.parts.map(({ key }) => trackerRef(key))).size > 1;
	/** The account, if there are several: it distinguishes tickets with the same name. */
	const accountOf = (key: TicketKey) => {
		const found = accounts.length > 1 && accounts.find(({ account }) => account === key.account);
		return found ? accountLabel({ instance: found.instance.name, account: found.me }) : '';
	};
	const placeOf = (key: TicketKey) => {
		const account = accountOf(key);
		return [hasSeveralTrackers || account ? trackerRef(key) : '', account];
	};
	const similar = similarTo && text.trim() === '' ? withSimilarTitles(similarTo, known) : [];
	const others = findTickets(words, known, maxFound, options).filter(
		({ ticket }) => !similar.some((one) => one.ticket === ticket),
	);
	const rowOf = ({ key, ticket }: TicketMatch, excerpt = ''): FoundRow => ({
		kind: 'ticket',
		key,
		isSimilar: similar.some((one) => one.ticket === ticket),
		status: statusIcon(ticket.status, ticket.resolution),
		title: visible(ticket.title),
		facts: factsOf(ticket, placeOf(key), excerpt, now),
	});
	const isOffered = ({ key }: Pick<TicketMatch, 'key'>) => !exclude.some((one) => isSameTicket(one, key));
	const byTitle = [...similar, ...others].filter(isOffered).map((one) => rowOf(one));
	const byText = inTexts
		.filter(isOffered)
		.map((one) => rowOf(one, excerptOf(withComments(one.key, one.ticket).description, textParts)));
	const found = [...byTitle, ...byText];
	const unknown = unknownTickets(words, known, accounts);
	const toAsk = unknown.keys
		.filter((key) => isOffered({ key }))
		.map((key): FoundRow => {
			const name = [refOf(key), accountOf(key)].filter(Boolean).join(' · ');
			return { kind: 'unknown', key, name };
		});
	const rows = unknown.comeFirst ? [...toAsk, ...found] : [...found, ...toAsk];
	const nothing: readonly FoundRow[] = found.length > 0 || isBusy ? [] : [{ kind: 'nothing', isComplete }];
	return withFoundHelp(text, [...rows, ...nothing], ticketHelp(text, values));
}

/** Finds the tickets that have the words of a text in their descriptions or comments and that `foundRows` does not find. Rejects when the signal aborts. */
export async function foundInTexts(
	text: string,
	input: SearchInput,
	signal: AbortSignal,
): Promise<readonly TicketMatch[]> {
	const search = readSearch(text, text.includes(':') ? input.values() : {});
	const { words, matches, matchesInText } = search;
	if (!matchesInText) return [];
	const found = findTickets(words, input.known, maxFound, optionsOf(search, matches, input));
	const ids = new Set(found.map(({ key }) => idOfTicket(key)));
	if (ids.size >= maxFound) return [];
	const options = { ...optionsOf(search, matchesInText, input), textOf: input.withComments };
	// The tickets in `found` are among those that this finds.
	const all = await findInTexts(input.known, maxFound, options, signal);
	return all.filter(({ key }) => !ids.has(idOfTicket(key))).slice(0, maxFound - ids.size);
}

function optionsOf(
	{ compare }: ReturnType<typeof readSearch>,
	matches: ReturnType<typeof readSearch>['matches'],
	{ accounts, similarTo }: SearchInput,
) {
	const predicates = new Map(accounts.map(({ account, me }) => [account, matches?.(me)]));
	const preferred = similarTo && idOfTicket(similarTo.tracker);
	return {
		matches: ({ account }: TrackerKey) => predicates.get(account),
		compare,
		isPreferred: (tracker: TrackerKey) => idOfTicket(tracker) === preferred,
	};
}

function withSimilarTitles({ tracker, title, ticket: own }: SimilarTo, { parts }: TicketIndex) {
	if (title === undefined) return [];
	const id = idOfTicket(tracker);
	const all = parts.flatMap((part) => (idOfTicket(part.key) === id ? part.tickets : []));
	// The ticket's own title has all the words. If it counted, words that no other title has would matter, and all other titles would be too different.
	const tickets = all.filter((ticket) => ticket.id !== own);
	return similarTickets(title, tickets, maxSimilar).map((ticket) => ({
		key: { ...tracker, ticket: ticket.id },
		ticket,
	}));
}

function factsOf(
	{ status, resolution, labels, updated }: Ticket,
	place: readonly string[],
	excerpt: string,
	now: number,
): string {
	const state = isOpen(status) ? statusName(status) : resolutionName(resolution);
	const shownLabels = visible(labels.join(', '));
	return [excerpt, ...place, state, shownLabels, shortAge(updated, now)].filter(Boolean).join(' · ');
}

/** The event that a text leads to, if it is the address of a ticket's page. */
export const typedEvent = (
	text: string,
	key: TicketKey,
	accounts: readonly SearchedAccount[],
): number | undefined =>
	findReferencedTickets(text, accounts).find((ticket) => idOfTicket(ticket.key) === idOfTicket(key))?.event;

/** The tickets that a text names in full and that are not known here. Their pages read them from the forge. */
function unknownTickets(text: string, known: TicketIndex, accounts: readonly SearchedAccount[]) {
	const named = findReferencedTickets(text, accounts);
	const isFound = named.some(({ key }) => known.has(key));
	const keys = isFound ? [] : named.slice(0, maxUnknown).map(({ key }) => key);
	// Unlike a number, an address is not the beginning of a longer one that the user is still typing.
	return { keys, comeFirst: named.some(({ byAddress }) => byAddress) };
}
