import { background } from '../../base/background.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { refOf, type TicketKey, type TrackerKey, trackerRef } from '../../platform/model/keys.ts';

/** Stores values for the user, as a `vscode.Memento` does. */
interface Memory {
	get<T>(name: string): T | undefined;
	update(name: string, value: unknown): PromiseLike<void>;
}

type Times = Readonly<Record<string, string>>;

const memoryKey = 'tickets.seen';
const trackersMemoryKey = 'tickets.seenTrackers';
/** The maximum number of tickets to remember. Those that were looked at last stay. */
const mostTickets = 400;
/** A forge may store an event and the update of its ticket at slightly different times. */
const toleranceMs = 5000;

/** Includes the account, because two forges can have tickets with the same reference. */
const nameOf = (key: TicketKey): string => `${key.account} ${refOf(key)}`;
const nameOfTracker = (key: TrackerKey | TicketKey): string => `${key.account} ${trackerRef(key)}`;

/**
 * Remembers up to which time the user has read each ticket, and from which time on tickets of a tracker count as new: those from before
 * the user first looked at the tracker do not.
 */
export class SeenTickets {
	readonly #memory: Memory;
	readonly #changes = new Emitter<TrackerKey>();
	/** Fires when other tickets of a tracker are unseen. */
	readonly onDidChange = this.#changes.event;

	constructor(memory: Memory) {
		this.#memory = memory;
	}

	get(key: TicketKey): string | undefined {
		return this.#read(memoryKey)[nameOf(key)];
	}

	put(key: TicketKey, at: string): void {
		const all = this.#read(memoryKey);
		const ticket = nameOf(key);
		if (all[ticket] === at) return;
		const { [ticket]: _, ...others } = all;
		const kept = Object.entries(others).slice(1 - mostTickets);
		background(this.#memory.update(memoryKey, { ...Object.fromEntries(kept), [ticket]: at }));
		this.#changes.fire(key);
	}

	/** The user looks at a tracker, of which all tickets are known. Has no effect after the first time. */
	begin(key: TrackerKey, tickets: Iterable<Ticket>): void {
		if (this.#read(trackersMemoryKey)[nameOfTracker(key)] === undefined) this.putAll(key, tickets);
	}

	/** The user has seen all tickets of a tracker. */
	putAll(key: TrackerKey, tickets: Iterable<Ticket>): void {
		const newest = Math.max(0, ...[...tickets].map(({ updated }) => Date.parse(updated) || 0));
		const all = { ...this.#read(trackersMemoryKey), [nameOfTracker(key)]: new Date(newest).toISOString() };
		background(this.#memory.update(trackersMemoryKey, all));
		this.#changes.fire(key);
	}

	/** Whether something has happened to a ticket since the user last looked. `me` is the user's name, with the tilde. */
	isUnseen(key: TicketKey, { submitter, created, updated }: Ticket, me: string): boolean {
		const begun = this.#read(trackersMemoryKey)[nameOfTracker(key)];
		if (begun === undefined) return false;
		const isOwn = submitter?.type === 'user' && submitter.canonical_name === me;
		if (isOwn && isBefore(updated, created)) return false;
		return ![begun, this.get(key)].some((seen) => seen !== undefined && isBefore(updated, seen));
	}

	/** The user has changed a ticket here. Their own change is not new to them, but what happened before it may be. */
	didChangeHere(key: TicketKey, before: Ticket | undefined, after: Ticket, me: string): void {
		if (!before || !this.isUnseen(key, before, me)) this.put(key, after.updated);
	}

	/** Forgets the tickets of accounts that have signed out. */
	forget(accounts: readonly string[]): void {
		for (const name of [memoryKey, trackersMemoryKey]) {
			const all = Object.entries(this.#read(name));
			const kept = all.filter(([key]) => !accounts.some((account) => key.startsWith(`${account} `)));
			if (kept.length < all.length) background(this.#memory.update(name, Object.fromEntries(kept)));
		}
	}

	#read(name: string): Times {
		return this.#memory.get<Times>(name) ?? {};
	}
}

/** Whether the first time is not later than the second one. */
const isBefore = (time: string, other: string): boolean =>
	!(Date.parse(time) - Date.parse(other) > toleranceMs);
