import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import type { Tickets } from '../../host/tickets.ts';
import { findTickets, type KnownTicket } from '../../model/query/find.ts';
import { isOpen } from '../../model/query/match.ts';
import { refOf, type TicketKey } from '../../model/ticket.ts';
import { resolutionName, shortAge, statusName } from '../../model/words.ts';
import { ticketIcon } from '../../views/tickets/ticket-row.ts';

interface Item extends vscode.QuickPickItem {
	readonly key: TicketKey;
}

const most = 100;

const isSame = (one: TicketKey, other: TicketKey) =>
	one.account === other.account && refOf(one) === refOf(other);

/** One field for all known tickets, which finds as somebody types. Undefined when they changed their mind. */
export async function findTicket(tickets: Tickets): Promise<TicketKey | undefined> {
	const lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createQuickPick<Item>());
	input.title = 'Find Ticket';
	input.placeholder = 'Number, words of the title, label or person';
	let known: () => readonly KnownTicket[] = () => [];
	try {
		const chosen = new Promise<TicketKey | undefined>((resolve) => {
			// Who is faster than the list, in which nothing is chosen yet, means the first.
			const first = () => findTickets(input.value, known(), 1)[0]?.found.key;
			lifetime.add(input.onDidAccept(() => resolve(input.selectedItems[0]?.key ?? first())));
			lifetime.add(input.onDidHide(() => resolve(undefined)));
		});
		// Who types at once types here.
		input.busy = true;
		input.show();
		known = await gather(tickets, lifetime, () => draw(input.activeItems[0]?.key));
		input.busy = false;
		const several = new Set(known().map(({ key }) => `${key.owner}/${key.tracker}`)).size > 1;
		/** What somebody has gone to stays in front while more arrives. */
		const draw = (front?: TicketKey) => {
			const now = Date.now();
			input.items = findTickets(input.value, known(), most).map(({ found: { key, ticket } }) => {
				const state = isOpen(ticket.status) ? statusName(ticket.status) : resolutionName(ticket.resolution);
				const facts = [
					several ? `${key.owner}/${key.tracker}` : '',
					state,
					ticket.labels.join(', '),
					shortAge(ticket.updated, now),
				];
				return {
					key,
					// The editor sorts anew what it finds in labels; the words stay in the order in which they were found.
					label: `$(${ticketIcon(ticket)}) #${key.ticket}`,
					description: ticket.title,
					detail: facts.filter(Boolean).join(' · '),
					alwaysShow: true,
				};
			});
			const same = front && input.items.find(({ key }) => isSame(key, front));
			if (same) input.activeItems = [same];
		};
		lifetime.add(input.onDidChangeValue(() => draw()));
		draw();
		return await chosen;
	} finally {
		lifetime.dispose();
	}
}

/** All tickets that are known, from the disk first; `changed` is called as more arrive. */
async function gather(
	tickets: Tickets,
	lifetime: Lifetime,
	changed: () => void,
): Promise<() => readonly KnownTicket[]> {
	const shelves = tickets.accounts.flatMap(({ session, trackers }) => {
		const own = (trackers.own.value ?? []).map(({ owner, name }) => ({ owner: owner.canonical_name, name }));
		const places = new Map(
			[...trackers.pins, ...own].map((one) => [
				refOf({ owner: one.owner, tracker: one.name, ticket: 0 }),
				one,
			]),
		);
		return [...places.values()].map(({ owner, name }) => ({
			account: session.id,
			shelf: trackers.tracker(owner, name, lifetime),
		}));
	});
	await Promise.all(shelves.map(({ shelf }) => shelf.open()));
	let all: readonly KnownTicket[] | undefined;
	for (const { shelf } of shelves) {
		lifetime.add(
			shelf.onDidChange(() => {
				all = undefined;
				changed();
			}),
		);
		void shelf.refresh();
	}
	return () => {
		// The same ticket, seen by two accounts, is found once.
		const byRef = new Map<string, KnownTicket>();
		all ??= [
			...shelves
				.flatMap(({ shelf }) =>
					[...shelf.tickets.values()].map((ticket) => ({ key: { ...shelf.key, ticket: ticket.id }, ticket })),
				)
				.reduce((found, one) => {
					const ref = `${one.key.account} ${refOf(one.key)}`;
					return found.has(ref) ? found : found.set(ref, one);
				}, byRef)
				.values(),
		];
		return all;
	};
}
