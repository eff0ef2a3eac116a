import type { Event } from '../../base/emitter.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import type { Marks } from '../../platform/state/seen/marks.ts';
import type { Seen } from '../../platform/state/seen/seen.ts';

/** A forge may store an event and the update of its ticket at slightly different times. */
export const toleranceMs = 5000;

/** Whether the first time is not later than the second one, within the tolerance. */
export const isNotLater = (time: string, other: string): boolean =>
	!(Date.parse(time) - Date.parse(other) > toleranceMs);

/** Which tickets the user has seen. What happened before they first looked at a tracker does not count as new. */
export class TicketSeenState {
	readonly #seen: Seen;

	constructor(seen: Seen) {
		this.#seen = seen;
	}

	/** Fires when tickets of a tracker become seen or unseen. */
	readonly onDidChange: Event<TrackerKey> = (listener) =>
		this.#seen.onDidChange((place) => 'tracker' in place && listener(place));

	/** Up to when the user had read a ticket when they last looked at its page. */
	get(key: TicketKey): string | undefined {
		const at = this.#seen.visit(key, itemOf(key));
		return at === undefined ? undefined : new Date(at).toISOString();
	}

	/** The user looks at a ticket, whose page shows what has happened up to a time. `isRepeated`: its page has stayed visible since the last look. */
	look(key: TicketKey, upTo: string, isRepeated = false): void {
		this.#seen.mark(key, visitTo(key, upTo));
		this.#seen.didSee({ at: key, upTo, isRepeated });
	}

	/** Call when the user looks at a tracker whose tickets are all known as of a time. At the first look, all of them count as seen. */
	begin(key: TrackerKey, tickets: Iterable<Ticket>, asOf: number | undefined): void {
		this.#seen.begin(key, changesOf(tickets), asOf, toleranceMs);
	}

	/** The user has seen all tickets of a tracker. */
	lookAtAll(key: TrackerKey, tickets: Iterable<Ticket>): void {
		const upTo = this.#seen.seeAll(key, changesOf(tickets));
		this.#seen.didSee({ at: key, upTo: new Date(upTo).toISOString() });
	}

	/** Whether something has happened to a ticket since the user last looked. `me` is the user's name, with the tilde. */
	isUnseen(key: TicketKey, { submitter, created, updated }: Ticket, me: string): boolean {
		const ofTracker = this.#seen.upTo(key);
		if (ofTracker === undefined) return false;
		const isOwn = submitter?.type === 'user' && submitter.canonical_name === me;
		if (isOwn && isNotLater(updated, created)) return false;
		const at = parseTime(updated);
		const seen = this.#seen.upTo(key, itemOf(key)) ?? ofTracker;
		if (at === undefined || at - seen <= toleranceMs) return false;
		// A time in the far future is never the newest: the ticket would stay unseen even if the user has seen all. It is unseen once it changes.
		return this.#seen.newest([at, ofTracker]) >= at;
	}

	/**
	 * The user has changed a ticket in this window. The change makes the ticket seen, unless an earlier change was unseen. Resolves when the mark
	 * is stored.
	 */
	async didChangeHere(key: TicketKey, before: Ticket, after: Ticket, me: string): Promise<void> {
		if (!this.isUnseen(key, before, me)) await this.#seen.add(key, visitTo(key, after.updated));
	}
}

const itemOf = ({ ticket }: TicketKey): string => `${ticket}`;

function visitTo(key: TicketKey, upTo: string): Partial<Marks> {
	const at = parseTime(upTo);
	return at === undefined ? {} : { visits: { [itemOf(key)]: at } };
}

function* changesOf(tickets: Iterable<Ticket>): Iterable<readonly [string, number]> {
	for (const { id, updated } of tickets) yield [`${id}`, parseTime(updated) ?? 0];
}
