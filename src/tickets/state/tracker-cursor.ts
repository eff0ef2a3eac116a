import * as v from 'valibot';
import { largest, smallest } from '../../base/collections.ts';
import { digestOf } from '../../base/digest.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { Ticket, TicketEvent, TicketVersion } from '../../forge/shapes/trackers.ts';
import { newestTime } from '../../platform/state/seen/marks.ts';
import { createdAt, updatedAt } from '../model/query/facts.ts';
import { toleranceMs } from './ticket-seen-state.ts';

const Entry = v.object({
	/** The version of the ticket, as `versionOf` returns it. */
	version: v.string(),
	/** The last event of the ticket that was reported. The ids of events grow in all trackers of a forge together. */
	event: v.number(),
	/** Whether the last event is newer than the version, because it happened after the ticket was read. */
	isAhead: v.exactOptional(v.boolean()),
	/** Whether the ticket has changed but no event says how. The forge may store the event later than the change. */
	isUnexplained: v.exactOptional(v.boolean()),
	/**
	 * When to read the events once more, in milliseconds since 1970. Forges count in seconds: an event later in the second of the read does not
	 * change the ticket's version.
	 */
	checkAt: v.exactOptional(v.number()),
});
type Entry = v.InferOutput<typeof Entry>;

/** What has been reported of a tracker. */
const TrackerCursor = v.object({
	/** Tickets without an entry are reported up to this time, in milliseconds since 1970. */
	upTo: v.number(),
	/** Events up to this id were there before, or are reported. */
	event: v.number(),
	/** The highest number of a ticket. */
	newest: v.number(),
	/**
	 * Tickets without an entry that have changed up to this time may have done so before the first read. Missing if all tickets are known.
	 */
	uncertainTo: v.exactOptional(v.number()),
	/** By number: the tickets that have changed last. */
	tickets: v.record(v.string(), Entry),
	/** Tickets that deliveries or texts name, and whose events the next call reads. */
	named: v.exactOptional(v.array(v.number())),
});
export type TrackerCursor = v.InferOutput<typeof TrackerCursor>;

/** How many tickets have entries. Changes of others are recognized by their times. */
const maxEntries = 100;
/** How far the clocks of forge and computer are expected to differ. */
const clockDifferenceMs = 3_600_000;
/** A change that was read within this time may be followed by others in the same second. Allows for a clock that is a little ahead. */
const recentMs = 60_000;
/** After this time, the second of a change that was read is over. */
const secondMs = 1000;

/** Undefined if there is no cursor, or if it is damaged. */
export function readTrackerCursor(stored: unknown): TrackerCursor | undefined {
	const read = v.safeParse(TrackerCursor, stored);
	return read.success ? read.output : undefined;
}

type Tickets = ReadonlyMap<number, Ticket>;

interface KnownTickets {
	readonly tickets: Tickets;
	/** Whether these are all tickets of the tracker. */
	readonly isComplete: boolean;
}

/** Tickets and events that the forge has delivered, by number and id. */
export interface DeliveredNews {
	readonly tickets: readonly number[];
	readonly events: readonly number[];
}

/**
 * The cursor of a tracker of which nothing is to be reported but what was delivered, and what has a higher number. `newestEvent` is the id of
 * the newest event.
 */
export function startTrackerCursor(
	{ tickets, isComplete }: KnownTickets,
	newestEvent: number,
	now: number,
	delivered: DeliveredNews = { tickets: [], events: [] },
): TrackerCursor {
	const newest = Math.min(newestOf(tickets), smallest(delivered.tickets) - 1);
	const event = Math.min(newestEvent, smallest(delivered.events) - 1);
	const changed = lastUpdated(
		[...tickets.values()].filter(({ id }) => id <= newest),
		maxEntries,
	);
	const last = changed.length > 0 ? newestTime(Array.from(tickets.values(), updateOf), now) : 0;
	return {
		// Whether an unknown ticket has changed since can be told only by its time and the clock of this computer, which may be wrong.
		upTo: isComplete ? last : Math.max(last, now - clockDifferenceMs),
		event,
		newest,
		...(!isComplete && { uncertainTo: Math.max(last, now) + clockDifferenceMs }),
		tickets: Object.fromEntries(changed.map((ticket) => [ticket.id, { version: versionOf(ticket), event }])),
	};
}

/** A ticket that may have new events. */
export interface ChangedTicket {
	readonly ticket: Ticket;
	/** Whether the ticket itself is new. */
	readonly isNew: boolean;
	/** Whether it may have changed before the first read, which knew only the newest tickets. Its events tell. */
	readonly mayBeOld: boolean;
	/** Whether an earlier read has seen the same version, and no event that says how it has changed. */
	readonly wasUnexplained: boolean;
	readonly isNewEvent: (event: TicketEvent) => boolean;
	/** Whether an event was reported before the change that it caused was read. */
	readonly isReportedAhead: (event: TicketEvent) => boolean;
}

/** The tickets that differ from those of the cursor, the most recently changed first. */
export function changedTickets(cursor: TrackerCursor, tickets: Tickets): readonly ChangedTicket[] {
	const changed: Ticket[] = [];
	for (const ticket of tickets.values()) {
		const entry = cursor.tickets[ticket.id];
		const isChanged = entry
			? entry.isUnexplained === true || entry.version !== versionOf(ticket)
			: isNewTicket(cursor, ticket) || updateOf(ticket) > cursor.upTo;
		if (isChanged) changed.push(ticket);
	}
	return changed.sort(byUpdate).map((ticket) => changedTicket(cursor, ticket));
}

/** The tickets whose events are read again, although the tickets do not differ from those of the cursor. */
export function ticketsToCheck(cursor: TrackerCursor, tickets: Tickets, now: number): readonly Ticket[] {
	return Object.entries(cursor.tickets).flatMap(([number, entry]) => {
		const ticket = tickets.get(Number(number));
		return ticket && isToCheck(entry, now) && entry.version === versionOf(ticket) ? [ticket] : [];
	});
}

/** The clock can be set back. */
const isToCheck = ({ checkAt }: Entry, now: number): boolean =>
	checkAt !== undefined && (now >= checkAt || checkAt - now > secondMs);

/** What is new of a ticket, whether or not it differs. */
export function changedTicket(cursor: TrackerCursor, ticket: Ticket): ChangedTicket {
	const entry = cursor.tickets[ticket.id];
	const isNew = !entry && isNewTicket(cursor, ticket);
	const since = entry || isNew ? Number.NEGATIVE_INFINITY : cursor.upTo - toleranceMs;
	return {
		ticket,
		isNew,
		mayBeOld: !entry && !isNew && updateOf(ticket) <= (cursor.uncertainTo ?? Number.NEGATIVE_INFINITY),
		wasUnexplained: entry?.isUnexplained === true && entry.version === versionOf(ticket),
		isNewEvent: ({ id, created }) =>
			id > (entry?.event ?? cursor.event) && (parseTime(created) ?? since) >= since,
		isReportedAhead: (event) =>
			entry?.isAhead === true && event.id <= entry.event && happenedAt(event) >= updateOf(ticket),
	};
}

/** Whether an event or a version of a ticket was already reported. */
export function isReported(
	{ tickets }: TrackerCursor,
	number: number,
	what: { readonly event: number } | { readonly version: string },
): boolean {
	const entry = tickets[number];
	if (!entry || entry.isUnexplained) return false;
	return 'event' in what ? what.event <= entry.event : what.version === entry.version;
}

/** A ticket that was compared, and the last of its events that was reported. */
export interface ReportedTicket {
	readonly ticket: Ticket;
	readonly event: number;
	readonly isAhead?: boolean;
	readonly isUnexplained?: boolean;
}

interface Move extends KnownTickets {
	readonly reported: Iterable<ReportedTicket>;
	/** Changed tickets that are not reported yet. */
	readonly left?: readonly Ticket[];
	/** The numbers of named tickets that are not read yet. */
	readonly named?: readonly number[];
	readonly now: number;
}

/** The cursor after tickets were reported. */
export function moveTrackerCursor(
	cursor: TrackerCursor,
	{ tickets, isComplete, reported, left = [], named = [], now }: Move,
): TrackerCursor {
	const { uncertainTo } = cursor;
	// Once all tickets are known, the time of their last change replaces the one from the clock of this computer.
	const isCertain = uncertainTo === undefined || (isComplete && left.length === 0);
	const becomesCertain = uncertainTo !== undefined && isCertain;
	const upTo = becomesCertain
		? Math.min(cursor.upTo, largest(Array.from(tickets.values(), updateOf)))
		: cursor.upTo;
	const entries = new Map(Object.entries(cursor.tickets).map(([number, entry]) => [Number(number), entry]));
	const all = [...reported];
	const newest = largest(all.map(({ ticket }) => updateOf(ticket)));
	for (const { ticket, event, isAhead, isUnexplained } of all) {
		const before = entries.get(ticket.id);
		const checkAt = nextCheck(ticket, before, now, newest);
		entries.set(ticket.id, {
			version: versionOf(ticket),
			event: Math.max(event, before?.event ?? cursor.event),
			...(isAhead && { isAhead }),
			...(isUnexplained && { isUnexplained }),
			...(checkAt !== undefined && { checkAt }),
		});
	}
	const updates = [...entries.keys()].map((number) => {
		const ticket = tickets.get(number);
		return { number, updated: ticket ? updateOf(ticket) : 0 };
	});
	// Dropping entries moves `upTo`, which must not pass the events of named tickets.
	const oldestLeft = named.length > 0 ? 0 : smallest(left.map(updateOf));
	const dropped = updates
		.toSorted((one, other) => other.updated - one.updated)
		.slice(maxEntries)
		// Times up to theirs count as reported.
		.filter(({ updated }) => updated < oldestLeft);
	for (const { number } of dropped) entries.delete(number);
	return {
		event: cursor.event,
		...(!isCertain && { uncertainTo }),
		...(named.length > 0 && { named: [...named] }),
		// Otherwise a ticket without its entry would look as if it had just changed.
		upTo: Math.max(upTo, largest(dropped.map(({ updated }) => updated))),
		newest: Math.max(cursor.newest, newestOf(tickets)),
		tickets: Object.fromEntries(entries),
	};
}

/** When to read the events of a ticket once more. `newest` is the time of the newest change that was read: it is recent, even if the clock of the computer is ahead. */
function nextCheck(
	ticket: Ticket,
	before: Entry | undefined,
	now: number,
	newest: number,
): number | undefined {
	if (before?.version === versionOf(ticket)) return isToCheck(before, now) ? undefined : before.checkAt;
	return updateOf(ticket) > Math.min(now, newest) - recentMs ? now + secondMs : undefined;
}

/** Differs if anything differs that lists of tickets show. Some servers do not update the time of a ticket with its labels. */
export function versionOf({ updated, status, resolution, title, labels, assignees }: TicketVersion): string {
	const names = assignees.map(({ canonical_name }) => canonical_name);
	const time = parseTime(updated) ?? updated;
	return digestOf([time, status, resolution, title, labels.toSorted(), names.toSorted()]);
}

const isNewTicket = ({ newest, upTo }: TrackerCursor, ticket: Ticket): boolean =>
	ticket.id > newest || createdAt(ticket) > upTo;

/** Whether an event is newer than what is known of its ticket. */
export const isAheadOf = (event: TicketEvent, ticket: Ticket): boolean =>
	happenedAt(event) > updateOf(ticket);

const happenedAt = ({ created }: TicketEvent): number => parseTime(created) ?? 0;

const updateOf = (ticket: Ticket): number => Math.max(updatedAt(ticket), 0);

/** The highest number of a ticket; 0 if there is none. */
export function newestOf(tickets: ReadonlyMap<number, unknown>): number {
	let newest = 0;
	for (const number of tickets.keys()) newest = Math.max(newest, number);
	return newest;
}

/** The most recently changed first. */
const byUpdate = (one: Ticket, other: Ticket): number => updateOf(other) - updateOf(one) || other.id - one.id;

/** The tickets that have changed last, the most recently changed first. Sorts few of them, because there may be a hundred thousand. */
export function lastUpdated(tickets: Iterable<Ticket>, most: number): readonly Ticket[] {
	let found: Ticket[] = [];
	let last: Ticket | undefined;
	for (const ticket of tickets) {
		if (last && byUpdate(last, ticket) < 0) continue;
		found.push(ticket);
		if (found.length < 2 * most) continue;
		found = found.sort(byUpdate).slice(0, most);
		last = found.at(-1);
	}
	return found.sort(byUpdate).slice(0, most);
}
