import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { withLast } from '../../base/collections.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import type { SeenUpTo } from '../../platform/model/forge-events.ts';
import { refOf, type TicketKey, type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import {
	hasNews,
	isNotLater,
	mergeVisits,
	newestTime,
	type TrackerSeenState,
	toTrackerSeenState,
} from './tracker-seen-state.ts';

/** Stores values for the user, as a `vscode.Memento` does. */
interface Memory {
	get<T>(name: string): T | undefined;
	update(name: string, value: unknown): PromiseLike<void>;
}

const memoryKey = 'tickets.seen';
const trackersMemoryKey = 'tickets.seenTrackers';
/** If more tickets of a tracker were looked at, the older visits are merged into what is known of the tracker. */
const maxVisits = 400;
/** How many visits remain then. */
const keptVisits = 200;
/** The maximum number of visits to all trackers. Only a user whose trackers cannot be read has so many. */
const maxOfAll = 4000;
/** If the user has looked at more trackers, the one that was written longest ago is looked at for the first time again. */
const maxTrackers = 500;
/** How far the clocks of forge and computer may differ. */
const clockDifferenceMs = 3_600_000;

/** Includes the account, because two forges can have tickets with the same reference. */
const nameOf = (key: TicketKey): string => `${key.account} ${refOf(key)}`;
const nameOfTracker = (key: TrackerKey | TicketKey): string => `${key.account} ${trackerRef(key)}`;

/**
 * Remembers when the user last read each ticket, and since when tickets of each tracker count as new. What happened before the user
 * first looked at a tracker does not count.
 */
export class TicketSeenState {
	readonly #memory: Memory;
	readonly #now: () => number;
	readonly #changes = new Emitter<TrackerKey>();
	/** Fires when tickets of a tracker become seen or unseen. */
	readonly onDidChange = this.#changes.event;
	readonly #seen = new Emitter<SeenUpTo>();
	/** Fires when the user looks at a ticket, or marks those of a tracker as seen, even if they were seen before. */
	readonly onDidSee = this.#seen.event;

	constructor(memory: Memory, now: () => number = timeOfDay) {
		this.#memory = memory;
		this.#now = now;
	}

	get(key: TicketKey): string | undefined {
		return this.#read<string>(memoryKey)[nameOf(key)];
	}

	/** The user looks at a ticket, whose page shows what has happened up to a time. `isRepeated`: its page has stayed visible since the last look. */
	look(key: TicketKey, upTo: string, isRepeated = false): void {
		background(this.#storeVisit(key, upTo));
		this.#seen.fire({ at: key, upTo, isRepeated });
	}

	/** Call when the user looks at a tracker whose tickets are all known as of a time. At the first look, all of them count as seen. */
	begin(key: TrackerKey, tickets: Iterable<Ticket>, asOf: number | undefined): void {
		const seen = this.#tracker(key);
		if (!seen) this.#markAllSeen(key, tickets);
		else if (asOf !== undefined) this.#mergeOldVisits(key, seen, tickets, asOf - clockDifferenceMs);
	}

	/** The user has seen all tickets of a tracker. */
	lookAtAll(key: TrackerKey, tickets: Iterable<Ticket>): void {
		this.#seen.fire({ at: key, upTo: this.#markAllSeen(key, tickets) });
	}

	/** Whether something has happened to a ticket since the user last looked. `me` is the user's name, with the tilde. */
	isUnseen(key: TicketKey, ticket: Ticket, me: string): boolean {
		const seen = this.#tracker(key);
		if (!seen) return false;
		const { submitter, created, updated } = ticket;
		const isOwn = submitter?.type === 'user' && submitter.canonical_name === me;
		if (isOwn && isNotLater(updated, created)) return false;
		if (!hasNews(seen, ticket, this.get(key))) return false;
		// With a time in the far future, a ticket would stay unseen when the user has seen all. It is unseen once it changes.
		const at = Date.parse(updated);
		return newestTime([at, Date.parse(seen.upTo)], this.#now()) >= at;
	}

	/**
	 * The user has changed a ticket here. Their own change is not new to them, but what happened before it may be. Resolves when that is
	 * stored.
	 */
	async didChangeHere(key: TicketKey, before: Ticket, after: Ticket, me: string): Promise<void> {
		if (!this.isUnseen(key, before, me)) await this.#storeVisit(key, after.updated);
	}

	/** Forgets the tickets of accounts that have signed out. */
	forget(accounts: readonly string[]): void {
		for (const name of [memoryKey, trackersMemoryKey]) {
			const all = Object.entries(this.#read<unknown>(name));
			const kept = all.filter(([key]) => !accounts.some((account) => key.startsWith(`${account} `)));
			if (kept.length < all.length) background(this.#memory.update(name, Object.fromEntries(kept)));
		}
	}

	async #storeVisit(key: TicketKey, at: string): Promise<void> {
		const visits = this.#read<string>(memoryKey);
		const name = nameOf(key);
		const time = Date.parse(at);
		const known = Date.parse(visits[name] ?? '') || 0;
		const times = known === 0 ? [time] : [known, time];
		if (known === time || newestTime(times, this.#now()) !== time) return;
		const written = this.#memory.update(memoryKey, withLast(visits, name, at, maxOfAll));
		this.#changes.fire(key);
		await written;
	}

	#markAllSeen(key: TrackerKey, tickets: Iterable<Ticket>): string {
		const times = Array.from(tickets, ({ updated }) => Date.parse(updated) || 0);
		const upTo = new Date(Math.max(0, newestTime(times, this.#now()))).toISOString();
		this.#storeTracker(key, { upTo, unseen: [] });
		this.#changes.fire(key);
		return upTo;
	}

	#mergeOldVisits(
		key: TrackerKey,
		seen: TrackerSeenState,
		tickets: Iterable<Ticket>,
		completeUpTo: number,
	): void {
		const all = this.#read<string>(memoryKey);
		if (Object.keys(all).length <= maxVisits) return;
		const prefix = `${nameOfTracker(key)}#`;
		const visits = new Map(
			Object.entries(all).flatMap(([name, at]) =>
				name.startsWith(prefix) ? [[Number(name.slice(prefix.length)), at] as const] : [],
			),
		);
		if (visits.size <= maxVisits) return;
		const merged = mergeVisits(seen, { tickets, completeUpTo, visits, keep: keptVisits });
		if (merged.visits.size === visits.size) return;
		this.#storeTracker(key, merged.seen);
		const isKept = ([name]: readonly [string, string]) =>
			!name.startsWith(prefix) || merged.visits.has(Number(name.slice(prefix.length)));
		background(this.#memory.update(memoryKey, Object.fromEntries(Object.entries(all).filter(isKept))));
	}

	#tracker(key: TrackerKey | TicketKey): TrackerSeenState | undefined {
		return toTrackerSeenState(this.#read<unknown>(trackersMemoryKey)[nameOfTracker(key)]);
	}

	#storeTracker(key: TrackerKey, seen: TrackerSeenState): void {
		const all = this.#read<unknown>(trackersMemoryKey);
		background(
			this.#memory.update(trackersMemoryKey, withLast<unknown>(all, nameOfTracker(key), seen, maxTrackers)),
		);
	}

	#read<Value>(name: string): Readonly<Record<string, Value>> {
		return this.#memory.get<Readonly<Record<string, Value>>>(name) ?? {};
	}
}
