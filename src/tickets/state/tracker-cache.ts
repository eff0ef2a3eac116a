import * as v from 'valibot';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event as Happening } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Client } from '../../forge/connect.ts';
import { ForgeError, isPassing } from '../../forge/errors.ts';
import { listAll } from '../../forge/pages.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import { type Event, Label, type ShortTracker, type Ticket } from '../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { CachedValue } from '../../platform/state/cached-value.ts';
import { keeper } from '../../platform/state/keeper.ts';
import type { Storage } from '../../platform/state/storage.ts';
import { Discussions } from './discussions.ts';
import { KeptTickets } from './kept-tickets.ts';
import { readTicket } from './read-ticket.ts';

interface TrackerShelfOptions {
	readonly key: TrackerKey;
	readonly client: Client<typeof trackerRows>;
	/** Holds only data that can be read from the forge again. */
	readonly cache: Storage;
	readonly log: Log;
	readonly now?: () => number;
}

export interface TrackerChange {
	/** The numbers of the tickets that were changed, added or removed; empty if only data of the whole tracker changed. */
	readonly tickets: ReadonlySet<number> | 'all';
}

/** All pages are read again after this time, because the first page shows only the newest tickets. */
const walkIntervalMs = 10 * 60_000;
/** Changes within this time are reported together. */
const burstMs = 16;

/** The tickets and labels of a tracker: from the disk at once, and from the forge as they arrive. */
export class TrackerCache implements Disposable {
	readonly key: TrackerKey;
	readonly labels: CachedValue<readonly Label[]>;
	readonly #options: TrackerShelfOptions;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<TrackerChange>;
	readonly #answers: Emitter<void>;
	readonly #kept: KeptTickets;
	readonly #tickets = new Map<number, Ticket>();
	readonly #discussions: Discussions;
	readonly #tell: () => void;
	#untold: Set<number> | 'all' = new Set();
	#tracker: ShortTracker | null = null;
	#asOf: number | undefined;
	#walked: number | undefined;
	#trouble: ForgeError | undefined;
	#opening: Promise<void> | undefined;
	#flight: Promise<void> | undefined;
	/** A caller asks for all pages, if they are due. */
	#mayWalk = false;
	/** Counts the tickets that were stored one by one, so that the answer to an earlier request does not undo them. */
	#moment = 0;
	readonly #putAt = new Map<number, number>();

	constructor(options: TrackerShelfOptions) {
		const { key, client, cache, log } = options;
		const { owner, tracker } = key;
		this.key = key;
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const failed = (failure: unknown) => log.error('A listener for tickets failed', failure);
		this.#changes = this.#lifetime.add(new Emitter<TrackerChange>(failed));
		this.#answers = this.#lifetime.add(new Emitter<void>(failed));
		const place = `${owner}/${tracker}`;
		this.#kept = new KeptTickets(cache, place, log);
		this.labels = this.#lifetime.add(
			new CachedValue<readonly Label[]>({
				read: (signal) => listAll(client.labels({ owner, tracker }, { signal })),
				keeper: keeper({ storage: cache, name: ['labels', place], shape: v.array(Label), log }),
				log,
				now: this.#now,
			}),
		);
		this.#tell = coalesce(
			this.#lifetime,
			burstMs,
			() => {
				const tickets = this.#untold;
				this.#untold = new Set();
				this.#changes.fire({ tickets });
			},
			undefined,
			{ soon: true },
		);
		this.#discussions = this.#lifetime.add(new Discussions({ key, client, cache, log, now: this.#now }));
		let labels = this.labels.value;
		this.#lifetime.add(
			this.labels.onDidChange(() => {
				if (this.labels.value !== labels) this.#tell();
				labels = this.labels.value;
			}),
		);
	}

	/** By number, in no particular order. The map changes as tickets arrive. */
	get tickets(): ReadonlyMap<number, Ticket> {
		return this.#tickets;
	}

	/** Whether all pages have been read at least once. */
	get complete(): boolean {
		return this.#walked !== undefined;
	}

	/** When the forge last answered for the newest tickets, in milliseconds since 1970. */
	get asOf(): number | undefined {
		return this.#asOf;
	}

	/** When the last walk through all pages ended. */
	get walked(): number | undefined {
		return this.#walked;
	}

	get trouble(): ForgeError | undefined {
		return this.#trouble;
	}

	get reading(): boolean {
		return this.#flight !== undefined;
	}

	/** Fires when tickets, labels, `complete` or `trouble` change. Changes in a burst are reported together. */
	get onDidChange(): Happening<TrackerChange> {
		return this.#changes.event;
	}

	/** Fires when the forge has answered for the newest tickets, with or without changes. */
	get onDidAnswer(): Happening<void> {
		return this.#answers.event;
	}

	/** Resolves when the stored data is read from the disk. */
	open(): Promise<void> {
		this.#opening ??= Promise.all([this.#open(), this.labels.open()]).then(() => {});
		return this.#opening;
	}

	/**
	 * Asks the forge for the first page, where new tickets are, and for all pages if they were never read, or not for ten minutes,
	 * unless `newestOnly`. Resolves when `tickets` or `trouble` shows the outcome; a failure keeps the known data.
	 */
	refresh({ newestOnly = false }: { readonly newestOnly?: boolean } = {}): Promise<void> {
		if (this.#lifetime.ended) return Promise.resolve();
		this.#mayWalk ||= !newestOnly;
		this.#flight ??= this.#refresh().finally(() => {
			this.#flight = undefined;
			this.#mayWalk = false;
		});
		return this.#flight;
	}

	/** Reads one ticket. Fails with a `ForgeError`; the known ticket stays. */
	async ticket(number: number, signal?: AbortSignal): Promise<Ticket> {
		const { client, key } = this.#options;
		const { owner, tracker } = key;
		const asked = this.#moment;
		const ends = this.#lifetime.signal;
		const both = signal ? AbortSignal.any([signal, ends]) : ends;
		// The client merges equal requests, but never with one from before a change.
		const found = await readTicket(client, { owner, tracker, ticket: number }, both);
		ends.throwIfAborted();
		this.#takeOne(found, asked);
		this.#reached();
		return this.#tickets.get(number) ?? found;
	}

	/** Reads a ticket and its events side by side: two requests for a known ticket. */
	async look(number: number, signal?: AbortSignal): Promise<Ticket> {
		const events = this.events(number);
		await events.open();
		const [ticket] = await Promise.all([this.ticket(number, signal), events.refresh(signal)]);
		return ticket;
	}

	/**
	 * The events of a ticket, the oldest first; the caller opens and refreshes them. Call this again instead of keeping the value:
	 * it may be replaced once it has no listener and is not being read.
	 */
	events(number: number): CachedValue<readonly Event[]> {
		return this.#discussions.of(number);
	}

	/** Stores the answer to a change. The answer to an earlier request does not undo it. */
	put(ticket: Ticket, events: readonly Event[] = []): void {
		if (this.#lifetime.ended) return;
		this.#takeOne(ticket, this.#moment);
		this.#reached();
		this.#discussions.put(ticket.id, events);
		const { value } = this.labels;
		const isNew = (label: string) => value?.every(({ name }) => name !== label);
		if (ticket.labels.some(isNew)) background(this.labels.refresh());
	}

	/** Resolves when the known data is on the disk. */
	async settled(): Promise<void> {
		await Promise.all([this.#kept.settled(), this.labels.settled()]);
	}

	/** Data that was put before is still written to the disk. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	async #open(): Promise<void> {
		const { state, tickets } = await this.#kept.load();
		if (this.#lifetime.ended) return;
		// Tickets that the forge has sent in the meantime are newer.
		for (const [number, ticket] of tickets) if (!this.#tickets.has(number)) this.#tickets.set(number, ticket);
		this.#tracker ??= state.tracker;
		this.#asOf ??= state.asOf ?? undefined;
		this.#walked ??= state.walked ?? undefined;
		if (tickets.size > 0) this.#untold = 'all';
		this.#tell();
	}

	async #refresh(): Promise<void> {
		// Reading the disk takes less time than the first answer, and shows whether all pages are needed.
		await this.open();
		await Promise.all([this.labels.refresh(), this.#walks()]);
		// A caller may have asked for all pages while only the labels were still being read.
		if (this.#isWalkDue()) await this.#walks();
	}

	async #walks(): Promise<void> {
		try {
			do await this.#walk();
			while (this.#isWalkDue() && !this.#lifetime.ended);
		} catch (error) {
			this.#mayWalk = false;
			if (this.#lifetime.ended) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#learn(error);
		}
	}

	async #walk(): Promise<void> {
		const { owner, tracker } = this.key;
		const { signal } = this.#lifetime;
		const began = this.#moment;
		const pages = this.#options.client.tickets({ owner, tracker }, { signal })[Symbol.asyncIterator]();
		const seen = new Set<number>();
		let total: number | undefined;
		for (let nth = 0; ; nth++) {
			if (nth === 1 && !this.#isWalkDue()) return this.#answered();
			const asked = this.#moment;
			const next = await pages.next();
			if (this.#lifetime.ended) return;
			if (next.done) break;
			total = next.value.total;
			for (const { id } of next.value.rows) seen.add(id);
			this.#take(next.value.rows, asked);
			this.#asOf = this.#now();
			this.#learn(undefined);
		}
		// If rows are missing, it is unknown which tickets are gone.
		if (total === undefined || seen.size >= total) this.#dropOthers(seen, began);
		if (this.#walked === undefined) this.#tell();
		this.#walked = this.#now();
		this.#answered();
	}

	#isWalkDue(): boolean {
		return this.#mayWalk && (this.#walked === undefined || this.#now() - this.#walked > walkIntervalMs);
	}

	#answered(): void {
		this.#kept.state({
			asOf: this.#asOf ?? null,
			walked: this.#walked ?? null,
			tracker: this.#tracker,
			count: this.#tickets.size,
		});
		this.#answers.fire();
	}

	#learn(trouble: ForgeError | undefined): void {
		if (trouble?.message !== this.#trouble?.message || trouble?.kind !== this.#trouble?.kind) this.#tell();
		this.#trouble = trouble;
	}

	/** Stores the answer to a request from the moment `asked`, except for tickets that are newer already. */
	#take(rows: readonly Ticket[], asked: number): void {
		const changed: Ticket[] = [];
		for (const row of rows) {
			if ((this.#putAt.get(row.id) ?? 0) > asked) continue;
			this.#tracker ??= row.tracker;
			const ticket = this.#kept.share(row, this.#tracker);
			const known = this.#tickets.get(row.id);
			if (known && isSame(known, ticket)) continue;
			this.#tickets.set(row.id, ticket);
			changed.push(ticket);
		}
		this.#kept.put(changed);
		this.#changed(changed.map(({ id }) => id));
	}

	/** Stores a ticket that was read on its own. A page that was requested before is older. */
	#takeOne(ticket: Ticket, asked: number): void {
		if ((this.#putAt.get(ticket.id) ?? 0) > asked) return;
		this.#moment += 1;
		this.#putAt.set(ticket.id, this.#moment);
		this.#take([ticket], this.#moment);
	}

	/** The forge has answered, so a refresh that failed temporarily is repeated. */
	#reached(): void {
		if (this.#trouble && isPassing(this.#trouble)) background(this.refresh());
	}

	#dropOthers(seen: ReadonlySet<number>, since: number): void {
		const gone = [...this.#tickets.keys()].filter(
			(number) => !seen.has(number) && (this.#putAt.get(number) ?? 0) <= since,
		);
		for (const number of gone) this.#tickets.delete(number);
		this.#kept.remove(gone);
		this.#changed(gone);
	}

	#changed(numbers: readonly number[]): void {
		if (numbers.length === 0) return;
		if (this.#untold !== 'all') for (const number of numbers) this.#untold.add(number);
		this.#tell();
	}
}

/** Ignores `tracker`, which is the same for all tickets of a tracker. */
const isSame = (one: Ticket, other: Ticket): boolean =>
	JSON.stringify({ ...one, tracker: null }) === JSON.stringify({ ...other, tracker: null });
