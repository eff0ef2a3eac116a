import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { refOf, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { resolutionName, shortAge, statusName } from '../../platform/model/words.ts';
import { displayStatusIcons, displayStatusOf } from '../model/display-status.ts';
import { findTickets, type KnownTicket } from '../model/query/find.ts';
import { isOpen } from '../model/query/match.ts';
import type { TicketAccount, Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { isUnread, readTrackers, trackersOf } from './known-trackers.ts';
import { offerSignIn } from './require-account.ts';
import { findTypedTickets } from './typed-reference.ts';

interface Item extends vscode.QuickPickItem {
	/** Undefined for a row that is only a message. */
	readonly key?: TicketKey;
}

const mostFound = 100;
/** The same number can exist in every tracker. */
const mostUnknown = 5;

const isSame = (one: TicketKey, other: TicketKey) =>
	one.account === other.account && refOf(one) === refOf(other);

/**
 * Lets the user search all known tickets, or name any ticket in full, known or not. `title` says what the ticket is
 * for. Returns undefined if the user cancels, and if no account is signed in, which the user is told.
 */
export async function findTicket(tickets: Tickets, title = 'Find Ticket'): Promise<TicketKey | undefined> {
	if (tickets.accounts.length === 0) return background(offerSignIn());
	const lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createQuickPick<Item>());
	input.title = title;
	input.placeholder = 'Search by number, title, label or user';
	const trackerCaches = new TrackerCaches(tickets, lifetime);
	/** `activeKey` is the ticket to keep active while more tickets arrive. */
	const draw = (activeKey?: TicketKey) => {
		input.items = itemsFor(input.value, trackerCaches, tickets.accounts, input.busy);
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
		const opened = trackerCaches
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

function itemsFor(
	text: string,
	trackerCaches: TrackerCaches,
	accounts: readonly TicketAccount[],
	isBusy: boolean,
): readonly Item[] {
	const { known } = trackerCaches;
	const now = Date.now();
	const several = new Set(known.map(({ key }) => trackerRef(key))).size > 1;
	const found = findTickets(text, known, mostFound).map(({ found: { key, ticket } }): Item => {
		const state = isOpen(ticket.status) ? statusName(ticket.status) : resolutionName(ticket.resolution);
		const facts = [
			several ? trackerRef(key) : '',
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
	const unknown = unknownTickets(text, trackerCaches, accounts);
	const toAsk = unknown.keys.map(({ key, from }): Item => {
		const description = escapeIcons(accounts.length > 1 ? `${refOf(key)} · ${from}` : refOf(key));
		return { key, label: '$(go-to-file) Open', description, alwaysShow: true };
	});
	const rows = unknown.comeFirst ? [...toAsk, ...found] : [...found, ...toAsk];
	if (found.length > 0 || isBusy) return rows;
	return [...rows, { label: 'No matching tickets', alwaysShow: true }];
}

/** The tickets that a text names in full and that are not known here. Their pages read them from the forge. */
function unknownTickets(text: string, { isKnown }: TrackerCaches, accounts: readonly TicketAccount[]) {
	const named = findTypedTickets(
		text,
		accounts.map((account) => ({
			account: account.session.id,
			instance: account.instance,
			trackers: trackersOf(account),
		})),
	);
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

/** All known tickets: first from the disk, then from the forge until the lifetime ends. */
class TrackerCaches {
	readonly #tickets: Tickets;
	readonly #lifetime: Lifetime;
	readonly #trackerCaches = new Map<string, TrackerCache>();
	#known: readonly KnownTicket[] | undefined;

	constructor(tickets: Tickets, lifetime: Lifetime) {
		this.#tickets = tickets;
		this.#lifetime = lifetime;
	}

	get known(): readonly KnownTicket[] {
		this.#known ??= [...this.#trackerCaches.values()].flatMap((trackerCache) =>
			[...trackerCache.tickets.values()].map((ticket) => ({
				key: { ...trackerCache.key, ticket: ticket.id },
				ticket,
			})),
		);
		return this.#known;
	}

	readonly isKnown = (key: TicketKey): boolean =>
		this.#trackerCaches.get(cacheKey(key))?.tickets.has(key.ticket) ?? false;

	/**
	 * Resolves when the tickets on the disk are read, and the forges have listed the trackers of accounts whose trackers
	 * were unknown.
	 */
	async open(changed: () => void): Promise<void> {
		const update = () => {
			this.#known = undefined;
			changed();
		};
		await Promise.all(
			this.#tickets.accounts.map(async (account) => {
				await this.#openCaches(account, update);
				if (!isUnread(account)) return;
				await readTrackers(account);
				await this.#openCaches(account, update);
			}),
		);
	}

	/** Opens the caches of the trackers of an account that are not open yet. */
	async #openCaches(account: TicketAccount, update: () => void): Promise<void> {
		if (this.#lifetime.ended) return;
		const opened = trackersOf(account)
			.filter((key) => !this.#trackerCaches.has(cacheKey(key)))
			.map((key) => {
				const trackerCache = account.trackers.tracker(key.owner, key.tracker, this.#lifetime);
				this.#trackerCaches.set(cacheKey(key), trackerCache);
				return trackerCache;
			});
		await Promise.all(opened.map((trackerCache) => trackerCache.open()));
		if (this.#lifetime.ended) return;
		update();
		for (const trackerCache of opened) {
			this.#lifetime.add(trackerCache.onDidChange(update));
			background(trackerCache.refresh());
		}
	}
}

const cacheKey = ({ account, owner, tracker }: Omit<TicketKey, 'ticket'>): string =>
	`${account} ${owner}/${tracker}`;
