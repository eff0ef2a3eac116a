import type { Log } from '../../base/log/log.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import type { KnownBefore } from './has-comment.ts';
import { newTicketEvents, type TicketFacts } from './new-ticket-events.ts';
import { isNotLater, type TicketSeenState } from './ticket-seen-state.ts';
import type { TrackerCache } from './tracker-cache.ts';

interface FoundChange {
	readonly ticket: Ticket;
	/** What was known before the change was sent. */
	readonly known: KnownBefore;
	/** The events of the ticket, if they were read after the change. */
	readonly events: readonly TicketEvent[] | undefined;
	readonly me: string;
	readonly signal: AbortSignal;
}

/**
 * Remembers that the user's own changes are not new to them. A change stays in the outbox until that is stored, so that another window
 * remembers it if this one ends.
 */
export class OwnChanges {
	readonly #seen: TicketSeenState;
	readonly #log: Log;

	constructor(seen: TicketSeenState, log: Log) {
		this.#seen = seen;
		this.#log = log;
	}

	/** The forge has answered that it has made a change. Resolves with whether that is stored: the disk may be full. */
	async didSend(key: TicketKey, before: Ticket, after: Ticket, me: string): Promise<boolean> {
		try {
			await this.#seen.didChangeHere(key, before, after, me);
			return true;
		} catch (error) {
			this.#log.warn(`The visit to ${refOf(key)} could not be stored`, error);
			return false;
		}
	}

	/** The forge has a change to which no answer arrived. Other users may have changed the ticket since. */
	async didFind(
		key: TicketKey,
		trackerCache: TrackerCache,
		{ ticket, known, events, me, signal }: FoundChange,
	): Promise<void> {
		if (known.base === null) return;
		const before = { ...ticket, updated: known.base };
		if (this.#seen.isUnseen(key, before, me) || !this.#seen.isUnseen(key, ticket, me)) return;
		const read = events ?? (await readEvents(trackerCache, key, signal));
		if (!read || isChangedByOthers({ place: key, ticket, me }, read, known)) return;
		await this.didSend(key, before, ticket, me);
	}
}

/** Whether other users have changed a ticket since something was known of it. `events` are all its events. */
export function isChangedByOthers(
	facts: TicketFacts,
	events: readonly TicketEvent[],
	{ newest, base }: KnownBefore,
): boolean {
	// The known events can be older than the known ticket.
	const isNew = ({ id, created }: TicketEvent) =>
		id > newest && (base === null || !isNotLater(created, base));
	return newTicketEvents({ ...facts, events, isNew }).length > 0;
}

/** Undefined if they cannot be read. */
async function readEvents(
	trackerCache: TrackerCache,
	{ ticket }: TicketKey,
	signal: AbortSignal,
): Promise<readonly TicketEvent[] | undefined> {
	const events = trackerCache.discussions.of(ticket);
	await events.open();
	events.markOutdated();
	await events.refresh(signal);
	return events.lastError ? undefined : events.value;
}
