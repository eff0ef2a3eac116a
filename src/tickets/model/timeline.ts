import { parseTime } from '../../forge/contract/read.ts';
import type { Participant } from '../../forge/shapes/people.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import { nearDate, type Person, person, personKey, type Time, timeOf } from '../../platform/model/words.ts';
import {
	describeActivity,
	type Glyph,
	type OpenablePart,
	type SentencePart,
	ticketPart,
} from './sentences.ts';
import {
	type Activity,
	activitiesOf,
	mergeLabelChanges,
	sortEvents,
	typesWithByUser,
} from './ticket-events.ts';

interface Entry {
	/** Stable: the same entry of the same ticket always has the same id. */
	readonly id: string;
	readonly time: Time;
	/** The entry is by another person and newer than the user's last look. */
	readonly isUnseen: boolean;
}

export type TimelineEntry =
	| (Entry & {
			readonly kind: 'description' | 'comment';
			readonly by: Person;
			/** `assigned` on a comment whose author is assigned to the ticket. */
			readonly mark: string | undefined;
			/** The Markdown source. */
			readonly text: string;
	  })
	| (Entry & { readonly kind: 'event'; readonly glyph: Glyph; readonly parts: readonly SentencePart[] })
	| { readonly kind: 'since'; readonly id: 'since'; readonly text: string };

interface Viewer {
	/** The user's name, with the tilde; undefined if there is no particular user. */
	readonly me: string | undefined;
	/** When the user last looked at the ticket; undefined if never. */
	readonly seenUpTo?: string | undefined;
}

interface TimelineOptions extends Viewer {
	readonly now: number;
	/** The time zone of dates; the machine's by default. */
	readonly zone?: string;
}

/** The order of a timeline's entries, and which of them are new, without what they show. */
export interface Outline {
	/** What happened, in chronological order. The timeline begins with the description, so the position of an activity there is its index here plus 1. */
	readonly activities: readonly Activity[];
	/** The number of entries, with the description. */
	readonly length: number;
	/** The position of the first entry that is new; -1 if none is. */
	readonly firstUnseen: number;
	readonly unseenCount: number;
}

const isBy = (by: Participant | null, me: string | undefined): boolean =>
	me !== undefined && by?.type === 'user' && by.canonical_name === me;

/** Returns a predicate for the entries that are new for the viewer. */
function unseenFor({ me, seenUpTo }: Viewer): (ms: number, by: Participant | null) => boolean {
	const seen = parseTime(seenUpTo);
	return (ms, by) => seen !== undefined && ms > seen && !isBy(by, me);
}

export function createOutline(
	{ created, submitter }: Ticket,
	events: readonly TicketEvent[],
	viewer: Viewer,
): Outline {
	const activities = mergeLabelChanges(sortEvents(events).flatMap(activitiesOf), parseTime(viewer.seenUpTo));
	const isUnseen = unseenFor(viewer);
	const isDescriptionUnseen = isUnseen(parseTime(created) ?? 0, submitter);
	const unseen = activities.filter(({ ms, by }) => isUnseen(ms, by));
	let firstUnseen = unseen[0] ? activities.indexOf(unseen[0]) + 1 : -1;
	if (isDescriptionUnseen) firstUnseen = 0;
	return {
		activities,
		length: activities.length + 1,
		firstUnseen,
		unseenCount: unseen.length + (isDescriptionUnseen ? 1 : 0),
	};
}

/** The entries of a timeline from one position up to another. A line precedes the first one that is new. */
export function entriesOf(
	ticket: Ticket,
	{ activities, length, firstUnseen }: Outline,
	options: TimelineOptions,
	from = 0,
	to = length,
): TimelineEntry[] {
	const { now, seenUpTo, zone } = options;
	const isUnseen = unseenFor(options);
	const assigned = new Set(ticket.assignees.map(({ canonical_name }) => canonical_name));
	const entry = (id: string, at: string, ms: number, by: Participant | null): Entry => ({
		id,
		time: timeOf(at, now, zone),
		isUnseen: isUnseen(ms, by),
	});
	const textEntry = (kind: 'description' | 'comment', by: Participant | null, text: string) => ({
		kind,
		by: person(by),
		mark: kind === 'comment' && assigned.has(personKey(by)) ? 'assigned' : undefined,
		text,
	});

	const entries: TimelineEntry[] = [];
	if (from === 0) {
		const { created, submitter, description } = ticket;
		entries.push({
			...entry('description', created, parseTime(created) ?? 0, submitter),
			...textEntry('description', submitter, description),
		});
	}
	for (const activity of activities.slice(Math.max(0, from - 1), Math.max(0, to - 1))) {
		const { id, event, ms, by } = activity;
		const base = entry(id, event.created, ms, by);
		entries.push(
			activity.type === 'comment'
				? { ...base, ...textEntry('comment', by, activity.text) }
				: { ...base, kind: 'event', ...describeActivity(activity, ticket) },
		);
	}
	if (firstUnseen > 0 && firstUnseen >= from && firstUnseen < to) {
		const text = `New since your last visit, ${nearDate(seenUpTo, now, zone)}`;
		entries.splice(firstUnseen - from, 0, { kind: 'since', id: 'since', text });
	}
	return entries;
}

/** The last change of the status by another user after a moment, as a sentence. */
export function lastStatusChange(
	ticket: Ticket,
	{ activities }: Outline,
	me: string | undefined,
	after: number,
): readonly SentencePart[] | undefined {
	const change = activities
		.filter((activity) => activity.type === 'change')
		.findLast(
			({ word, by, event }) =>
				word === 'status_change' && !isBy(by, me) && (parseTime(event.created) ?? 0) > after,
		);
	return change && describeActivity(change, ticket).parts;
}

/** The people who took part in a ticket, besides its submitter and assignees, in the order of their first appearance. */
export function otherParticipants(ticket: Ticket, events: readonly TicketEvent[]): Person[] {
	const assignees = ticket.assignees.map((who): Participant => ({ type: 'user', ...who }));
	const named = new Set([ticket.submitter, ...assignees].map(personKey));
	const actors = sortEvents(events).map(({ event }) =>
		event.event_type.some((type) => typesWithByUser.has(type))
			? event.by_user
			: (event.comment?.submitter ?? event.user),
	);
	const others = actors.filter((who) => who !== null && !named.has(personKey(who)));
	return [...new Map(others.map((who) => [personKey(who), who])).values()].map(person);
}

/** The other tickets that mention this one, each once. */
export function mentionedIn(events: readonly TicketEvent[]): OpenablePart[] {
	const found = sortEvents(events).flatMap(({ event: { event_type, from_ticket } }) =>
		event_type.includes('ticket_mentioned') && from_ticket
			? [ticketPart({ ...from_ticket, title: null })]
			: [],
	);
	return [...new Map(found.map((part) => [part.text, part])).values()];
}
