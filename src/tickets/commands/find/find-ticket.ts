import { timeOfDay } from '../../../base/clock.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { helpRow } from '../../../platform/editor/boxes/help-item.ts';
import { openRow } from '../../../platform/editor/boxes/open-row.ts';
import { requireAccount } from '../../../platform/editor/boxes/require-account.ts';
import { type BoxRow, SearchBox } from '../../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { idOfTicket, type TicketKey, type TrackerKey } from '../../../platform/model/keys.ts';
import { isMailAddress, isOpenName, readOpenName } from '../../../platform/model/open-name.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import type { TicketMatch } from '../../model/query/find-tickets.ts';
import type { Tickets } from '../../state/tickets.ts';
import { AllTickets } from './all-tickets.ts';
import { type FoundRow, foundInTexts, foundRows, type SimilarTo, typedEvent } from './find-ticket-rows.ts';
import { statusImage } from './status-image.ts';

interface FindOptions {
	/** Says what the ticket is for. */
	readonly title: string;
	/** The trackers of the workspace's projects. */
	readonly project?: ProjectItems | undefined;
	readonly placeholder?: string;
	/** Whether an address of something else is opened. */
	readonly opensOthers?: boolean;
	/** The tickets that the user cannot choose. */
	readonly exclude?: readonly TicketKey[];
	/** The user looks for a ticket that is similar to this one. */
	readonly similarTo?: SimilarTo | undefined;
	/** The label of the row that chooses no ticket. It comes first only if no ticket is similar. By default, there is no such row. */
	readonly none?: string;
}

export interface PickedTicket {
	readonly key: TicketKey;
	/** The event that the address that the user has typed or pasted leads to. */
	readonly event?: number | undefined;
}

/** Like `findTicket`. Returns null if the user chooses the row for no ticket. */
export async function findTicketOrNone(
	tickets: Tickets,
	options: FindOptions,
): Promise<TicketKey | null | undefined> {
	const found = await askForTicket(tickets, options);
	return found === null ? null : found?.key;
}

/**
 * Lets the user search all known tickets, or name any ticket in full, known or not. Returns undefined if the user cancels, or if no account is
 * signed in and the user does not sign in.
 */
export async function findTicket(tickets: Tickets, options: FindOptions): Promise<PickedTicket | undefined> {
	return (await askForTicket(tickets, options)) ?? undefined;
}

async function askForTicket(
	tickets: Tickets,
	{
		title,
		project,
		placeholder = 'Search by number, title, text, label or user, or filter by status:open',
		exclude = [],
		opensOthers = false,
		similarTo,
		none,
	}: FindOptions,
): Promise<PickedTicket | null | undefined> {
	const hasAccount = () => tickets.accounts.length > 0;
	if (!hasAccount() && !(await requireAccount(hasAccount))) return undefined;
	/** Counts the changes of what is known. */
	let revision = 0;
	/** Whether the tickets on the disk are known. */
	let isStoredRead = false;
	/** What was found in descriptions and comments, for which text and in which revision. */
	let inTexts: { text: string; found: readonly TicketMatch[]; revision: number } | undefined;
	const box: SearchBox<PickedTicket | null> = new SearchBox<PickedTicket | null>({
		title,
		placeholder,
		isBusy: () => known.state === 'reading',
		rows: (text) => {
			if (opensOthers && namesOther(text)) return [openRow(box, text)];
			const ofText = inTexts?.text === text ? inTexts : undefined;
			const found = foundRows(text, {
				exclude,
				...searched(),
				inTexts: ofText?.found,
				isBusy: known.state === 'reading' || ofText?.revision !== revision,
				isComplete: known.state === 'complete',
				now: timeOfDay(),
			});
			const rows = found.map((row) => rowOf(row));
			if (opensOthers && isMailAddress(text)) return [...rows, openRow(box, text)];
			if (none === undefined || text.trim() !== '') return rows;
			// Enter must not choose that there is none before the user can see the others.
			if (!isStoredRead) return [];
			const isSimilar = found.some((row) => row.kind === 'ticket' && row.isSimilar);
			return isSimilar ? [...rows, noneRow(none)] : [noneRow(none), ...rows];
		},
		read: () =>
			known
				.open(() => {
					revision += 1;
					box.draw();
					box.searchAgain();
				})
				.finally(() => {
					isStoredRead = true;
				}),
		// Descriptions are searched when the user pauses, because that takes longer.
		search: {
			queryOf: (text) => text,
			run: async (text, signal) => {
				const revisionAtStart = revision;
				const found = await foundInTexts(text, searched(), signal);
				if (!signal.aborted) inTexts = { text, found, revision: revisionAtStart };
			},
		},
	});
	const forges = tickets.accounts.map(({ instance }) => instance);
	const namesOther = (text: string) =>
		isOpenName(text, forges) &&
		readOpenName(text, forges).every(({ target: { kind } }) => kind !== 'ticket' && kind !== 'number');
	const known = new AllTickets(tickets, box.lifetime, project);
	const searched = () => ({
		known: known.index,
		values: () => known.values,
		accounts: known.accounts,
		similarTo,
		withComments: (tracker: TrackerKey, ticket: Ticket) => known.withComments(tracker, ticket),
	});
	const find = (key: TicketKey): PickedTicket => ({ key, event: typedEvent(box.text, key, known.accounts) });
	function rowOf(row: FoundRow): BoxRow<PickedTicket> {
		if (row.kind === 'ticket') return { ...ticketRow(row, box.keepsOrder), enter: () => find(row.key) };
		if (row.kind === 'unknown') {
			const shown = box.plainRow('go-to-file', 'Open', row.name);
			return { ...shown, id: idOfTicket(row.key), enter: () => find(row.key) };
		}
		if (row.kind === 'nothing')
			return { label: `No matching tickets${row.isComplete ? '' : ' so far'}`, alwaysShow: true };
		return helpRow(row, box);
	}
	return box.ask();
}

/** Chooses no ticket. */
const noneRow = (label: string): BoxRow<null> => ({ label, alwaysShow: true, enter: () => null });

function ticketRow(
	{ key, title, status, facts }: Extract<FoundRow, { readonly kind: 'ticket' }>,
	keepsOrder: boolean,
): BoxRow<never> {
	const number = `#${key.ticket}`;
	// With the title in the description, the rows keep their order in every VS Code.
	const names = keepsOrder
		? { label: `${number} ${escapeIcons(title)}`.trim() }
		: { label: number, description: escapeIcons(title) };
	const iconPath = statusImage(status);
	return { ...names, id: idOfTicket(key), alwaysShow: true, iconPath, detail: escapeIcons(facts) };
}
