import * as v from 'valibot';
import { largest, smallest } from '../../../base/collections.ts';
import { digestOf } from '../../../base/digest.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { Ticket, TicketEvent, TicketVersion } from '../../../forge/shapes/trackers.ts';
import type { DeliveryFacts } from '../../../forge/webhooks/delivery-facts.ts';
import { newestTime } from '../../../platform/state/seen/marks.ts';
import { isUnreported, reportedShape, withReported } from '../../../platform/state/watch/reported.ts';
import { createdAt, updatedAt } from '../../model/query/facts.ts';
import { toleranceMs } from '../ticket-seen-state.ts';

const Entry = v.object({
	/** The version of the ticket, as `versionOf` returns it. */
	version: v.string(),
	/** The last event of the ticket that was reported. The ids of events grow in all trackers of a forge together. */
	event: v.number(),
	/** Whether an event was reported that is newer than the version, because it happened after the ticket was read. */
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
export const TrackerCursorShape = v.object({
	/** By number, in the order of their last changes, in milliseconds since 1970. */
	tickets: reportedShape(Entry),
	/** Events up to this id were there before, or are reported. */
	event: v.number(),
	/** The highest number of a ticket. */
	newest: v.number(),
	/**
	 * Tickets without an entry that have changed up to this time may have done so before the first read. Missing if all tickets are known.
	 */
	uncertainTo: v.exactOptional(v.number()),
	/** Tickets that deliveries or texts name, and whose events the next call reads. */
	named: v.exactOptional(v.array(v.number())),
});
export type TrackerCursor = v.InferOutput<typeof TrackerCursorShape>;

/** How many tickets have entries. Changes of others are recognized by their times. */
const maxEntries = 100;
/** How far the clocks of forge and computer are expected to differ. */
const clockDifferenceMs = 3_600_000;
/** A change that was read within this time may be followed by others in the same second. Allows for a clock that is a little ahead. */
const recentMs = 60_000;
/** After this time, the second of a change that was read is over. */
const secondMs = 1000;

type Tickets = ReadonlyMap<number, Ticket>;

interface KnownTickets {
	readonly tickets: Tickets;
	/** Whether these are all tickets of the tracker. */
	readonly isComplete: boolean;
}

/**
 * The first cursor of a tracker: what is there counts as reported, except what signed deliveries tell of, and what has a higher number than
 * that. `newestEvent` is the id of the newest event.
 */
export function startTrackerCursor(
	{ tickets, isComplete }: KnownTickets,
	newestEvent: number,
	now: number,
	deliveries: readonly DeliveryFacts[] = [],
): TrackerCursor {
	const signed = deliveries.filter(({ isVerified }) => isVerified);
	const created = signed.flatMap(({ isCreation, ticket }) => (isCreation && ticket) || []);
	const newest = Math.min(newestOf(tickets), smallest(created) - 1);
	const event = Math.min(newestEvent, smallest(signed.flatMap((one) => one.event ?? [])) - 1);
	const changed = lastUpdated(
		[...tickets.values()].filter(({ id }) => id <= newest),
		maxEntries,
	);
	const last = changed.length > 0 ? newestTime(Array.from(tickets.values(), updateOf), now) : 0;
	return {
		tickets: {
			// Whether an unknown ticket has changed since can be told only by its time and the clock of this computer, which may be wrong.
			upTo: isComplete ? last : Math.max(last, now - clockDifferenceMs),
			entries: Object.fromEntries(
				changed.map((ticket) => [ticket.id, { version: versionOf(ticket), event }]),
			),
		},
		event,
		newest,
		...(!isComplete && { uncertainTo: Math.max(last, now) + clockDifferenceMs }),
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
	readonly wasReportedAhead: (event: TicketEvent) => boolean;
}

/** The tickets that differ from those of the cursor, the most recently changed first. */
export function changedTickets(cursor: TrackerCursor, tickets: Tickets): readonly ChangedTicket[] {
	const changed: Ticket[] = [];
	for (const ticket of tickets.values()) {
		const entry = cursor.tickets.entries[ticket.id];
		const isChanged = entry
			? entry.isUnexplained === true || entry.version !== versionOf(ticket)
			: isNewTicket(cursor, ticket) || isUnreported(cursor.tickets, ticket.id, updateOf(ticket));
		if (isChanged) changed.push(ticket);
	}
	return changed.sort(byUpdate).map((ticket) => changedTicket(cursor, ticket));
}

/** The tickets whose events are read again, although the tickets do not differ from those of the cursor. */
export function ticketsToCheck(cursor: TrackerCursor, tickets: Tickets, now: number): readonly Ticket[] {
	return Object.entries(cursor.tickets.entries).flatMap(([number, entry]) => {
		const ticket = tickets.get(Number(number));
		return ticket && isToCheck(entry, now) && entry.version === versionOf(ticket) ? [ticket] : [];
	});
}

/** A check that is more than `secondMs` away is due, too: the clock was set back. */
const isToCheck = ({ checkAt }: Entry, now: number): boolean =>
	checkAt !== undefined && (now >= checkAt || checkAt - now > secondMs);

/** What is new of a ticket, whether or not it differs. */
export function changedTicket(cursor: TrackerCursor, ticket: Ticket): ChangedTicket {
	const { upTo, entries } = cursor.tickets;
	const entry = entries[ticket.id];
	const isNew = !entry && isNewTicket(cursor, ticket);
	const since = entry || isNew ? Number.NEGATIVE_INFINITY : upTo - toleranceMs;
	return {
		ticket,
		isNew,
		mayBeOld: !entry && !isNew && updateOf(ticket) <= (cursor.uncertainTo ?? Number.NEGATIVE_INFINITY),
		wasUnexplained: entry?.isUnexplained === true && entry.version === versionOf(ticket),
		isNewEvent: ({ id, created }) =>
			id > (entry?.event ?? cursor.event) && (parseTime(created) ?? since) >= since,
		wasReportedAhead: (event) =>
			entry?.isAhead === true && event.id <= entry.event && createdOf(event) >= updateOf(ticket),
	};
}

/** Whether the event or the version of a ticket that a delivery tells of was already reported. */
export function isReportedInTracker(
	{ tickets }: TrackerCursor,
	{ ticket, event, version }: DeliveryFacts,
): boolean {
	const entry = ticket === undefined ? undefined : tickets.entries[ticket];
	if (!entry || entry.isUnexplained) return false;
	if (event !== undefined) return event <= entry.event;
	return version !== undefined && versionOf(version) === entry.version;
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
	const becomesCertain = uncertainTo !== undefined && isComplete && left.length === 0;
	const upTo = becomesCertain
		? Math.min(cursor.tickets.upTo, largest(Array.from(tickets.values(), updateOf)))
		: cursor.tickets.upTo;
	const all = [...reported];
	const newestChange = largest(all.map(({ ticket }) => updateOf(ticket)));
	const entryOf = ({ ticket, event, isAhead, isUnexplained }: ReportedTicket): Entry => {
		const before = cursor.tickets.entries[ticket.id];
		const checkAt = nextCheck(ticket, before, now, newestChange);
		return {
			version: versionOf(ticket),
			event: Math.max(event, before?.event ?? cursor.event),
			...(isAhead && { isAhead }),
			...(isUnexplained && { isUnexplained }),
			...(checkAt !== undefined && { checkAt }),
		};
	};
	return {
		event: cursor.event,
		...(uncertainTo !== undefined && !becomesCertain && { uncertainTo }),
		...(named.length > 0 && { named: [...named] }),
		newest: Math.max(cursor.newest, newestOf(tickets)),
		tickets: withReported(
			{ upTo, entries: cursor.tickets.entries },
			{
				entries: all.map((one) => [one.ticket.id, entryOf(one)] as const),
				positionOf: (number) => {
					const ticket = tickets.get(Number(number));
					return ticket ? updateOf(ticket) : 0;
				},
				most: maxEntries,
				// Named tickets may have changed at any time.
				firstWaiting: named.length > 0 ? 0 : smallest(left.map(updateOf)),
			},
		),
	};
}

/** When to read the events of a ticket once more. `newestChange` is the time of the newest change that was read. */
function nextCheck(
	ticket: Ticket,
	before: Entry | undefined,
	now: number,
	newestChange: number,
): number | undefined {
	if (before?.version === versionOf(ticket)) return isToCheck(before, now) ? undefined : before.checkAt;
	// If the clock of this computer is ahead, the newest change stands for the present.
	const present = Math.min(now, newestChange);
	return updateOf(ticket) > present - recentMs ? now + secondMs : undefined;
}

/** Differs if anything differs that lists of tickets show. Some servers do not update the time of a ticket with its labels. */
export function versionOf({ updated, status, resolution, title, labels, assignees }: TicketVersion): string {
	const names = assignees.map(({ canonical_name }) => canonical_name);
	const time = parseTime(updated) ?? updated;
	return digestOf([time, status, resolution, title, labels.toSorted(), names.toSorted()]);
}

const isNewTicket = ({ newest, tickets }: TrackerCursor, ticket: Ticket): boolean =>
	ticket.id > newest || createdAt(ticket) > tickets.upTo;

/** Whether an event is newer than what is known of its ticket. */
export const isAheadOf = (event: TicketEvent, ticket: Ticket): boolean => createdOf(event) > updateOf(ticket);

const createdOf = ({ created }: TicketEvent): number => parseTime(created) ?? 0;

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
