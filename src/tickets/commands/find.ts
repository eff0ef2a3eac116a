import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { offerSignIn } from '../../platform/editor/require-account.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { Tickets } from '../state/tickets.ts';
import { type FoundRow, foundRows } from './find-rows.ts';
import { KnownTickets } from './known-tickets.ts';

const isSame = (one: TicketKey, other: TicketKey) =>
	one.account === other.account && refOf(one) === refOf(other);

interface FindOptions {
	/** Says what the ticket is for. */
	readonly title: string;
	/** The trackers of the workspace's projects. */
	readonly project?: ProjectItems | undefined;
}

/**
 * Lets the user search all known tickets, or name any ticket in full, known or not. Returns undefined if the user cancels. If no account is signed in, offers to sign in and returns undefined.
 */
export async function findTicket(
	tickets: Tickets,
	{ title, project }: FindOptions,
): Promise<TicketKey | undefined> {
	if (tickets.accounts.length === 0) return background(offerSignIn());
	const lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createQuickPick<FoundRow>());
	input.title = title;
	input.placeholder = 'Search by number, title, label or user, or filter by status:open, label:…';
	const known = new KnownTickets(tickets, lifetime, project);
	/** `activeKey` is the ticket to keep active while more tickets arrive. */
	const draw = (activeKey?: TicketKey) => {
		input.items = foundRows(input.value, {
			known: known.all,
			isKnown: known.isKnown,
			accounts: tickets.accounts,
			inProject: known.trackersInProject,
			isBusy: input.busy,
			now: Date.now(),
		});
		const same = activeKey && input.items.find(({ key }) => key && isSame(key, activeKey));
		if (same) input.activeItems = [same];
	};
	try {
		const chosen = new Promise<TicketKey | undefined>((resolve) => {
			lifetime.add(
				input.onDidAccept(() => {
					// If the user accepts before the list has an active item, take the first one.
					const key = (input.selectedItems[0] ?? input.items[0])?.key;
					if (key) resolve(key);
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
