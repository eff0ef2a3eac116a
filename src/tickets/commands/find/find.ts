import * as vscode from 'vscode';
import { coalesce } from '../../../base/coalesce.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { itemUpdater } from '../../../platform/editor/boxes/item-updater.ts';
import { keepItemOrder } from '../../../platform/editor/boxes/keep-item-order.ts';
import { requireAccount } from '../../../platform/editor/boxes/require-account.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { idOfTicket, isSameTicket, type TicketKey, type TrackerKey } from '../../../platform/model/keys.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import type { TicketMatch } from '../../model/query/find.ts';
import type { Tickets } from '../../state/tickets.ts';
import { AllTickets } from './all-tickets.ts';
import { type FoundRow, foundInTexts, foundRows, type SimilarTo, typedEvent } from './find-rows.ts';
import { helpItem } from './help-item.ts';
import { statusImage } from './status-image.ts';

type BoxRow =
	| FoundRow
	/** Chooses no ticket. */
	| { readonly kind: 'none'; readonly label: string };

/** The pause in typing after which descriptions are searched. */
const pauseMs = 100;

interface FindItem extends vscode.QuickPickItem {
	readonly row: BoxRow;
}

interface FindOptions {
	/** Says what the ticket is for. */
	readonly title: string;
	/** The trackers of the workspace's projects. */
	readonly project?: ProjectItems | undefined;
	readonly placeholder?: string;
	/** The tickets that the user cannot choose. */
	readonly exclude?: readonly TicketKey[];
	/** The user looks for a ticket that is similar to this one. */
	readonly similarTo?: SimilarTo | undefined;
	/** The label of the first row, which chooses no ticket. By default, there is no such row. */
	readonly none?: string;
}

export interface FoundTicket {
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
export async function findTicket(tickets: Tickets, options: FindOptions): Promise<FoundTicket | undefined> {
	return (await askForTicket(tickets, options)) ?? undefined;
}

async function askForTicket(
	tickets: Tickets,
	{
		title,
		project,
		placeholder = 'Search by number, title, text, label or user, or filter by status:open',
		exclude = [],
		similarTo,
		none,
	}: FindOptions,
): Promise<FoundTicket | null | undefined> {
	const hasAccount = () => tickets.accounts.length > 0;
	if (!hasAccount() && !(await requireAccount(hasAccount))) return undefined;
	const lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createQuickPick<FindItem>());
	const keepsOrder = keepItemOrder(input);
	input.title = title;
	input.placeholder = placeholder;
	const known = new AllTickets(tickets, lifetime, project);
	const searched = () => ({
		known: known.index,
		values: () => known.values,
		accounts: known.accounts,
		similarTo,
		withComments: (tracker: TrackerKey, ticket: Ticket) => known.withComments(tracker, ticket),
	});
	const update = itemUpdater(input, (item) => item && identityOf(item.row));
	/** Counts the changes of what is known. */
	let revision = 0;
	/** What was found in descriptions and comments, for which text and in which revision. */
	let inTexts:
		| { readonly text: string; readonly found: readonly TicketMatch[]; readonly revision: number }
		| undefined;
	const draw = (options?: { readonly keepsActive: boolean }) => {
		const text = input.value;
		const ofText = inTexts?.text === text ? inTexts : undefined;
		input.busy = known.state === 'reading';
		const found = foundRows(text, {
			...searched(),
			inTexts: ofText?.found,
			isBusy: input.busy || ofText?.revision !== revision,
			isComplete: known.state === 'complete',
			now: Date.now(),
		}).filter((row) => !('key' in row && exclude.some((one) => isSameTicket(one, row.key))));
		const offersNone = none !== undefined && input.value.trim() === '';
		const noneRow: readonly BoxRow[] = offersNone ? [{ kind: 'none', label: none }] : [];
		update(
			[...noneRow, ...found].map((row) => itemOf(row, keepsOrder)),
			options,
		);
	};
	let textSearch = lifetime.child();
	/** Searches the descriptions when the user pauses, because that takes longer. */
	const searchTexts = coalesce(lifetime, pauseMs, async () => {
		const text = input.value;
		const revisionAtStart = revision;
		textSearch.dispose();
		textSearch = lifetime.child();
		const { signal } = textSearch;
		const found = await foundInTexts(text, searched(), signal).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
		if (!found || signal.aborted) return;
		inTexts = { text, found, revision: revisionAtStart };
		draw();
	});
	const drawTyped = () => {
		textSearch.dispose();
		draw({ keepsActive: false });
		searchTexts();
	};
	try {
		const chosen = new Promise<FoundTicket | null | undefined>((resolve) => {
			lifetime.add(
				input.onDidAccept(() => {
					// If the user accepts before the list has an active item, take the first one.
					const [selected = input.items[0]] = input.selectedItems;
					const isNone = selected?.row.kind === 'none';
					// The row for no ticket may have been accepted before the rows for a text that was typed fast were shown.
					const row = (isNone && input.value.trim() !== '' ? input.items[0] : selected)?.row;
					if (row?.kind === 'none') resolve(null);
					else if (row?.kind === 'ticket' || row?.kind === 'unknown') {
						resolve({ key: row.key, event: typedEvent(input.value, row.key, known.accounts) });
					} else if (row?.kind === 'completion') {
						input.value = row.text;
						drawTyped();
					}
				}),
			);
			lifetime.add(input.onDidHide(() => resolve(undefined)));
		});
		lifetime.add(input.onDidChangeValue(drawTyped));
		// Show the input at once, so that it gets what the user types.
		input.busy = true;
		input.show();
		const opened = known.open(() => {
			revision += 1;
			draw();
			searchTexts();
		});
		return await Promise.race([chosen, opened.then(() => chosen)]);
	} finally {
		lifetime.dispose();
	}
}

/** The row that stays active while more tickets arrive. A row that would begin a filter gives way to the first ticket. */
function identityOf(row: BoxRow): string | undefined {
	if (row.kind === 'ticket' || row.kind === 'unknown') return idOfTicket(row.key);
	return row.kind === 'completion' && row.what === 'value' ? row.text : undefined;
}

/** VS Code must not filter the items: it knows only their labels. */
function itemOf(row: BoxRow, keepsOrder: boolean): FindItem {
	const shared = { row, alwaysShow: true };
	switch (row.kind) {
		case 'ticket': {
			const number = `#${row.key.ticket}`;
			const title = escapeIcons(row.title);
			const iconPath = statusImage(row.status);
			// With the title in the description, the items keep their order in every VS Code.
			const names = keepsOrder
				? { label: `${number} ${title}`.trim() }
				: { label: number, description: title };
			return { ...shared, ...names, iconPath, detail: escapeIcons(row.facts) };
		}
		case 'unknown':
			return { ...shared, label: '$(go-to-file) Open', description: escapeIcons(row.name) };
		case 'none':
			return { ...shared, label: row.label };
		case 'nothing':
			return { ...shared, label: `No matching tickets${row.isComplete ? '' : ' so far'}` };
		default:
			return { row, ...helpItem(row) };
	}
}
