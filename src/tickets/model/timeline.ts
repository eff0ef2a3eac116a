import { moment } from '../../forge/read.ts';
import type { Participant } from '../../forge/shapes/people.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import { nearDate, type Person, person, personKey, type Time, timeOf } from '../../platform/model/words.ts';
import { describeActivity, type Glyph, type OpenablePart, type Part, ticketPart } from './sentences.ts';
import { activitiesOf, byOther, mergeLabelChanges, sortEvents } from './ticket-events.ts';

interface Entry {
	/** Stable: the same entry of the same ticket always has the same id. */
	readonly id: string;
	readonly time: Time;
	/** The entry is by another person and newer than the user's last look. */
	readonly unseen: boolean;
	readonly mine: boolean;
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
	| (Entry & { readonly kind: 'event'; readonly glyph: Glyph; readonly parts: readonly Part[] })
	| { readonly kind: 'since'; readonly id: 'since'; readonly text: string };

interface TimelineOptions {
	readonly now: number;
	/** When the user last looked at the ticket; undefined if never. */
	readonly seenUpTo?: string;
	/** The user's name, with the tilde; undefined if there is no particular user. */
	readonly me: string | undefined;
	/** The time zone of dates; the machine's by default. */
	readonly zone?: string;
}

type TimelineTicket = Pick<
	Ticket,
	'id' | 'ref' | 'tracker' | 'created' | 'submitter' | 'description' | 'assignees'
>;

/** A ticket's description and events, in chronological order. */
export function timeline(
	ticket: TimelineTicket,
	events: readonly TicketEvent[],
	options: TimelineOptions,
): TimelineEntry[] {
	const { now, me, seenUpTo, zone } = options;
	const seen = moment(seenUpTo);
	const assigned = new Set(ticket.assignees.map(({ canonical_name }) => canonical_name));
	const entry = (id: string, at: string, ms: number, by: Participant | null): Entry => {
		const mine = me !== undefined && by?.type === 'user' && by.canonical_name === me;
		return { id, time: timeOf(at, now, zone), mine, unseen: seen !== undefined && ms > seen && !mine };
	};
	const said = (kind: 'description' | 'comment', by: Participant | null, text: string) => ({
		kind,
		by: person(by),
		mark: kind === 'comment' && assigned.has(personKey(by)) ? 'assigned' : undefined,
		text,
	});

	const created = moment(ticket.created) ?? 0;
	const entries: TimelineEntry[] = [
		{
			...entry('description', ticket.created, created, ticket.submitter),
			...said('description', ticket.submitter, ticket.description),
		},
	];
	for (const activity of mergeLabelChanges(sortEvents(events).flatMap(activitiesOf), seen)) {
		const { id, event, ms, by } = activity;
		const base = entry(id, event.created, ms, by);
		entries.push(
			activity.type === 'comment'
				? { ...base, ...said('comment', by, activity.text) }
				: { ...base, kind: 'event', ...describeActivity(activity, ticket) },
		);
	}
	const first = entries.findIndex((one) => one.kind !== 'since' && one.unseen);
	if (first > 0) {
		const text = `New since your last visit, ${nearDate(seenUpTo, now, zone)}`;
		entries.splice(first, 0, { kind: 'since', id: 'since', text });
	}
	return entries;
}

/** All people who took part in a ticket, in the order of their first appearance. */
export function participants(
	ticket: Pick<Ticket, 'submitter' | 'assignees'>,
	events: readonly TicketEvent[],
): Person[] {
	const assignees = ticket.assignees.map((who): Participant => ({ type: 'user', ...who }));
	const acting = sortEvents(events).map(({ event }) =>
		event.event_type.some((type) => byOther.has(type))
			? event.by_user
			: (event.comment?.submitter ?? event.user),
	);
	const all = [ticket.submitter, ...acting, ...assignees].filter((who) => who !== null);
	return [...new Map(all.map((who) => [personKey(who), who])).values()].map(person);
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
