import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Client } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { trackerExtraRows, trackerRows } from '../../forge/rows/trackers.ts';
import type { Label, Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import { Collection, type CollectionChange } from '../../platform/state/cache/collection.ts';
import { CountStore } from '../../platform/state/cache/count-store.ts';
import type { ItemStore } from '../../platform/state/cache/item-store.ts';
import type { ValueCache } from '../../platform/state/cache/value-cache.ts';
import { updatedAt } from '../model/query/facts.ts';
import { AnswersHere } from './answers-here.ts';
import { withNewest } from './discussion.ts';
import { Discussions } from './discussions.ts';
import { renameLabels } from './reading/relabel-tickets.ts';
import { TicketListing } from './reading/ticket-listing.ts';
import { type OpenTicket, TicketSubscriptions } from './reading/ticket-subscriptions.ts';
import { TrackerLabels } from './reading/tracker-labels.ts';
import { createTicketStore, hasSameContent } from './ticket-store.ts';
import { countsOf, type TrackerCounts, TrackerCountsShape } from './tracker-counts.ts';
import type { TrackerPermissions } from './tracker-permissions.ts';

interface TrackerCacheOptions {
	readonly key: TrackerKey;
	readonly client: Client<typeof trackerRows>;
	/** Undefined in REST. */
	readonly extras?: Client<typeof trackerExtraRows> | undefined;
	/** Learns what the tracker permits if that comes with the tickets. */
	readonly permissions?: TrackerPermissions | undefined;
	/** Called with the labels when the user or others have changed them. */
	readonly didChangeLabels?: ((tracker: TrackerKey, labels: readonly Label[]) => Promise<void>) | undefined;
	/** Holds only data that can be read from the forge again. */
	readonly cache: Storage;
	readonly log: Log;
}

/** The tickets and labels of a tracker: from the disk at once, and from the forge as they arrive. Reasons: docs/decisions/refresh-requests.md. */
export class TrackerCache implements Disposable {
	readonly key: TrackerKey;
	readonly list: Collection<number, Ticket>;
	/** The tickets on the disk. */
	readonly store: ItemStore<Ticket>;
	readonly labelReads: TrackerLabels;
	readonly subscriptions: TicketSubscriptions;
	readonly answersHere = new AnswersHere();
	readonly discussions: Discussions;
	readonly #lifetime = new Lifetime();
	readonly #pages: TicketListing;
	readonly #counts: CountStore<TrackerCounts>;
	/** The tickets that the user has deleted here. Their numbers are not used again. */
	readonly #deleted = new Set<number>();

	constructor(options: TrackerCacheOptions) {
		const { key, client, extras, permissions, cache, log } = options;
		const { owner, tracker } = key;
		const name = trackerRef(key);
		this.key = key;
		this.subscriptions = new TicketSubscriptions(client, extras, () => this.list.notify(), this.#lifetime);
		this.#pages = new TicketListing({
			key,
			client,
			extras,
			subscriptions: this.subscriptions,
			didRead: (found) => permissions?.put(key, found),
		});
		const { items, toStored } = createTicketStore(cache, name, log);
		this.store = items;
		this.list = this.#lifetime.add(
			new Collection({
				store: items,
				pages: (signal) => this.labelReads.notice(this.#pages.read(signal)),
				pagesBelow: (id, signal) =>
					client.tickets({ owner, tracker }, { signal, query: { start: String(id - 1) } }),
				// GraphQL goes on from a cursor, which only this window has.
				continuesInWindow: extras !== undefined,
				idOf: ({ id }) => id,
				toStored,
				isSame: hasSameContent,
				isOlder: (one, other) => updatedAt(one) < updatedAt(other),
				log,
			}),
		);
		this.labelReads = this.#lifetime.add(
			new TrackerLabels({
				key,
				client,
				cache,
				log,
				tickets: () => this.tickets.values(),
				didChange: async (names, earlier) => {
					const followed = options.didChangeLabels?.(key, this.labels.value ?? []);
					await Promise.all([followed, renameLabels(this.list, names, earlier)]);
				},
			}),
		);
		this.discussions = this.#lifetime.add(new Discussions(key, { client, cache, log }, this.tickets));
		this.#counts = this.#lifetime.add(
			new CountStore<TrackerCounts>({
				storage: cache,
				name: ['ticket-counts', name],
				shape: TrackerCountsShape,
				log,
				open: () => this.open(),
				count: () => countsOf(this),
			}),
		);
		this.#lifetime.add(this.list.onDidChange(() => this.#counts.didChangeItem()));
		if (permissions)
			this.#lifetime.add(permissions.onDidChange((path) => trackerRef(path) === name && this.list.notify()));
		let labels = this.labels.value;
		this.#lifetime.add(
			this.labels.onDidChange(() => {
				if (this.labels.value !== labels) this.list.notify();
				labels = this.labels.value;
			}),
		);
	}

	/** By number, in no particular order. The map changes as tickets arrive. */
	get tickets(): ReadonlyMap<number, Ticket> {
		return this.list.items;
	}

	get labels(): ValueCache<readonly Label[]> {
		return this.labelReads.list;
	}

	/** Whether all pages have been read at least once. */
	get isComplete(): boolean {
		return this.list.isComplete;
	}

	/** When the forge last answered for the newest tickets, in milliseconds since 1970. */
	get asOf(): number | undefined {
		return this.list.asOf;
	}

	get lastError(): ForgeError | undefined {
		return this.list.lastError;
	}

	/** Whether tickets or labels are being read. */
	get isReading(): boolean {
		return this.list.isReading || this.labels.isReading;
	}

	/** Fires when tickets, labels, `isComplete` or `lastError` change. Changes in a burst are reported together. */
	get onDidChange(): Event<CollectionChange<number>> {
		return this.list.onDidChange;
	}

	/** What the row of the tracker shows until the tracker is open; undefined from then on. */
	get storedCounts(): TrackerCounts | undefined {
		return this.#counts.value;
	}

	/** Resolves when the stored data is read from the disk. */
	async open(): Promise<void> {
		await Promise.all([this.list.open(), this.labels.open(), this.#counts.read()]);
		this.#counts.didOpenItem();
	}

	/** Resolves when what the collapsed row of the tracker shows is read from the disk. */
	openRow(): Promise<void> {
		return this.#counts.open();
	}

	/** Reads the tickets again, as `Collection.refresh` does, and the labels. */
	async refresh(
		which: {
			readonly newestOnly?: boolean;
			readonly wanted?: Iterable<number>;
			/** Whether to read the labels even if no ticket has an unknown one. The default is `!newestOnly`. */
			readonly readsLabels?: boolean;
		} = {},
	): Promise<void> {
		if (this.#lifetime.ended) return;
		// The stored state tells whether all pages have to be read.
		await this.open();
		const { value, lastError } = this.labels;
		const { newestOnly, readsLabels = !newestOnly } = which;
		const mustReadLabels = readsLabels || value === undefined || lastError !== undefined;
		const readTickets = () => this.list.refresh(which);
		if (!mustReadLabels) await readTickets();
		else if (this.list.isReading) await Promise.all([this.labels.refresh(), readTickets()]);
		else await this.#pages.readWithLabels(this.labels, readTickets);
		await this.labelReads.didReadTickets({ withLabels: mustReadLabels });
	}

	/** The forge has answered that the newest tickets are as they are known. */
	confirmNewest(): void {
		this.list.confirmNewest();
	}

	/** Reads one ticket: from the answer of `open` if there is one, else by itself. Fails with a `ForgeError`; the known ticket stays, unless it is gone. */
	async read(number: number, signal?: AbortSignal, open?: OpenTicket): Promise<Ticket> {
		const { owner, tracker } = this.key;
		const sequence = this.list.sequence;
		const disposed = this.#lifetime.signal;
		const stop = signal ? AbortSignal.any([signal, disposed]) : disposed;
		// The client merges equal requests, but never with one from before a change.
		const reading = this.subscriptions.read({ owner, tracker, ticket: number }, stop, open);
		const found = await reading.catch(async (error: unknown) => {
			if (!(error instanceof ForgeError) || error.kind !== 'missing') throw error;
			// Otherwise, the stored ticket would be loaded later.
			await this.open();
			this.list.didNotFind(number, sequence);
			throw error;
		});
		disposed.throwIfAborted();
		this.labelReads.didReach();
		this.list.put(found, sequence);
		return this.tickets.get(number) ?? found;
	}

	/** Reads a ticket and its events: from the answer of `open` if there is one, else with requests at the same time, two for a known ticket. */
	async readWithEvents(number: number, signal?: AbortSignal, open?: OpenTicket): Promise<Ticket> {
		const events = this.discussions.of(number);
		await events.open();
		const answered = this.discussions.answered(number);
		const newest =
			open && (async (known?: readonly TicketEvent[]) => withNewest(known, (await open())?.events, answered));
		const [ticket] = await Promise.all([this.read(number, signal, open), events.refresh(signal, newest)]);
		return ticket;
	}

	/** Stores the answer to a change. The answer to an earlier request does not undo it. */
	put(ticket: Ticket, events: readonly TicketEvent[] = []): void {
		if (this.#lifetime.ended || this.#deleted.has(ticket.id)) return;
		this.labelReads.didReach();
		this.list.put(ticket);
		this.discussions.put(ticket.id, events);
		this.answersHere.remember(ticket, events);
		this.labelReads.didArriveWith(ticket);
	}

	/** Removes a ticket that the user has deleted. */
	async remove(number: number): Promise<void> {
		// Otherwise, the stored ticket would be loaded later.
		await this.open();
		this.#deleted.add(number);
		this.list.remove(number);
		this.list.notify();
	}

	/** Whether the user has deleted the ticket here. */
	isDeleted(number: number): boolean {
		return this.#deleted.has(number);
	}

	/** Shows tickets as another window has stored them, unless they are older. */
	async readStored(numbers: readonly number[]): Promise<void> {
		const known = numbers.filter((number) => this.tickets.has(number));
		if (known.length === 0) return;
		for (const stored of await this.store.readSome(known)) {
			const now = this.tickets.get(stored.id);
			if (now && updatedAt(stored) >= updatedAt(now)) this.list.put(stored);
		}
	}

	/** Resolves when the known data is on the disk. */
	async settled(): Promise<void> {
		await Promise.all([this.store.settled(), this.labels.settled(), this.#counts.settled()]);
	}

	/** Data that was put before is still written to the disk. */
	dispose(): void {
		this.#lifetime.dispose();
	}
}
