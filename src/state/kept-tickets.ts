import * as v from 'valibot';
import { background } from '../base/background.ts';
import type { Log } from '../base/log.ts';
import { maybe, type Read } from '../forge/read.ts';
import { ShortTracker, type Ticket } from '../forge/shapes/trackers.ts';
import { Journal } from './journal.ts';
import type { Storage } from './storage.ts';

/** Raised whenever what is written here changes: what an earlier version wrote is then asked for again. */
const version = 'tickets 1';
const stateKey = 'state';

const State = v.object({
	/** When the forge was last asked, and when all pages were last seen, in milliseconds since 1970. */
	asOf: maybe(v.number()),
	walked: maybe(v.number()),
	tracker: maybe(ShortTracker),
});
export type TicketsState = Read<typeof State>;

interface Loaded {
	readonly state: TicketsState;
	readonly tickets: ReadonlyMap<number, Ticket>;
}

/** The tickets of a tracker on the disk. Their `tracker`, which would be the same a thousand times, is kept once. */
export class KeptTickets {
	readonly #journal: Journal;

	constructor(storage: Storage, tracker: string, log: Log) {
		this.#journal = new Journal(storage, ['tickets', tracker], version, log);
	}

	/** Never fails: what cannot be read is not known. */
	async load(): Promise<Loaded> {
		const values = await this.#journal.load();
		const state = v.parse(v.fallback(State, noState), values.get(stateKey));
		const tickets = new Map<number, Ticket>();
		for (const value of values.values())
			if (isKept(value)) tickets.set(value.id, shared(value, state.tracker));
		return { state, tickets };
	}

	put(tickets: readonly Ticket[]): void {
		background(this.#journal.put(tickets.map((ticket) => [ticket.id, { ...ticket, tracker: undefined }])));
	}

	remove(numbers: readonly number[]): void {
		background(this.#journal.put(numbers.map((number) => [number, undefined])));
	}

	state(state: TicketsState): void {
		background(this.#journal.put([[stateKey, state]]));
	}

	settled(): Promise<void> {
		return this.#journal.settled();
	}

	end(): void {
		this.#journal.end();
	}
}

const noState: TicketsState = { asOf: null, walked: null, tracker: null };

/** The same object for all: thousands of copies of it would take more memory than the titles. */
export function shared(ticket: Omit<Ticket, 'tracker'>, tracker: ShortTracker | null): Ticket {
	const { permissions } = ticket;
	const inherits = permissions && !permissions.anonymous && !permissions.submitter && !permissions.user;
	return { ...ticket, permissions: inherits ? inherited : permissions, tracker };
}

const inherited = { anonymous: null, submitter: null, user: null };

/**
 * Whether this was written as a ticket: looks at what could break a reader, in a tenth of the time that the whole shape
 * takes. Everything in the file has gone through the shape once.
 */
function isKept(value: unknown): value is Omit<Ticket, 'tracker'> {
	if (typeof value !== 'object' || value === null) return false;
	const { id, ref, title, created, updated, description, status, resolution, labels, assignees }: Unread =
		value;
	return (
		typeof id === 'number' &&
		typeof ref === 'string' &&
		typeof title === 'string' &&
		typeof created === 'string' &&
		typeof updated === 'string' &&
		typeof description === 'string' &&
		typeof status === 'string' &&
		typeof resolution === 'string' &&
		Array.isArray(labels) &&
		Array.isArray(assignees)
	);
}

type Unread = { readonly [Field in keyof Ticket]?: unknown };
