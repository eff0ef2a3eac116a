import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { requireAccount } from '../../platform/editor/require-account.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { Tickets } from '../state/tickets.ts';
import { type FoundRow, foundRows, typedEvent } from './find-rows.ts';
import { KnownTickets } from './known-tickets.ts';
import { isSameTicket } from './resolve.ts';

interface FindOptions {
	/** Says what the ticket is for. */
	readonly title: string;
	/** The trackers of the workspace's projects. */
	readonly project?: ProjectItems | undefined;
	readonly placeholder?: string;
	/** The tickets that the user cannot choose. */
	readonly exclude?: readonly TicketKey[];
}

interface ChoiceOptions extends FindOptions {
	/** The label of the first row, which chooses no ticket. */
	readonly none: string;
}

export interface FoundTicket {
	readonly key: TicketKey;
	/** The event that the address that the user has typed or pasted leads to. */
	readonly event?: number | undefined;
}

/** Like `findTicket`. Returns null if the user chooses the row for no ticket. */
export async function findTicketOrNone(
	tickets: Tickets,
	options: ChoiceOptions,
): Promise<TicketKey | null | undefined> {
	const found = await askForTicket(tickets, options);
	return found === null ? null : found?.key;
}

/**
 * Lets the user search all known tickets, or name any ticket in full, known or not. Returns undefined if the user cancels. If no account is signed in, offers to sign in and returns undefined.
 */
export async function findTicket(tickets: Tickets, options: FindOptions): Promise<FoundTicket | undefined> {
	return (await askForTicket(tickets, options)) ?? undefined;
}

async function askForTicket(
	tickets: Tickets,
	{
		title,
		project,
		placeholder = 'Search by number, title, label or user, or filter by status:open, label:…',
		exclude = [],
		none,
	}: FindOptions & Partial<ChoiceOptions>,
): Promise<FoundTicket | null | undefined> {
	const hasAccount = () => tickets.accounts.length > 0;
	if (!hasAccount() && !(await requireAccount(hasAccount))) return undefined;
	const lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createQuickPick<FoundRow>());
	input.title = title;
	input.placeholder = placeholder;
	const known = new KnownTickets(tickets, lifetime, project);
	/** `activeKey` is the ticket to keep active while more tickets arrive. */
	const draw = (activeKey?: TicketKey) => {
		const found = foundRows(input.value, {
			known: known.all,
			isKnown: known.isKnown,
			accounts: tickets.accounts,
			inProject: known.trackersInProject,
			isBusy: input.busy,
			now: Date.now(),
		}).filter(({ key }) => !key || !exclude.some((one) => isSameTicket(one, key)));
		// What the user types names a ticket.
		const noneRow =
			none === undefined || input.value.trim() !== ''
				? []
				: [{ label: none, alwaysShow: true, isNone: true } as const];
		input.items = [...noneRow, ...found];
		const same = activeKey && input.items.find(({ key }) => key && isSameTicket(key, activeKey));
		if (same) input.activeItems = [same];
	};
	try {
		const chosen = new Promise<FoundTicket | null | undefined>((resolve) => {
			lifetime.add(
				input.onDidAccept(() => {
					// If the user accepts before the list has an active item, take the first one.
					const [selected = input.items[0]] = input.selectedItems;
					// The row for no ticket may have been accepted before the rows for a text that was typed fast were shown.
					const row = selected?.isNone && input.value.trim() !== '' ? input.items[0] : selected;
					if (row?.isNone) resolve(null);
					else if (row?.key) {
						const typed = { accounts: tickets.accounts, inProject: known.trackersInProject };
						resolve({ key: row.key, event: typedEvent(input.value, row.key, typed) });
					}
				}),
			);
			lifetime.add(input.onDidHide(() => resolve(undefined)));
		});
		lifetime.add(input.onDidChangeValue(() => draw()));
		// Show the input at once, so that it gets what the user types.
		input.busy = true;
		input.show();
		const opened = known
			.open(() => draw(input.activeItems[0]?.key))
			.then(() => {
				if (lifetime.ended) return;
				input.busy = false;
				draw(input.activeItems[0]?.key);
			});
		return await Promise.race([chosen, opened.then(() => chosen)]);
	} finally {
		lifetime.dispose();
	}
}
