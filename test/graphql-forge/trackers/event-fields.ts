import type { Participant } from '../../../src/forge/shapes/people.ts';
import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Caller } from '../../../src/sandbox/server/accounts.ts';
import type {
	EventRecord,
	EventType,
	TicketKey,
	TicketRecord,
} from '../../../src/sandbox/trackers/tracker-records.ts';
import { type Call, properties, type Resolvers } from '../server/resolvers.ts';
import { enumValue, timestamp } from '../server/words.ts';
import { entityOf } from './people.ts';
import type { LabelSource } from './tracker-fields.ts';

/** The ticket that has an event. */
const homeOf = ({ ticket, from }: EventRecord): TicketKey | null => ticket ?? from;

/** The events of a ticket that the caller may see, except those of labels and tickets that no longer exist. */
export function visibleEvents(
	{ events, tracker }: TicketRecord,
	{ drift, trackers: { archive, authorizer } }: GraphqlParts,
	caller: Caller,
): readonly EventRecord[] {
	const labels = archive.trackerById(tracker)?.labels ?? [];
	return events.filter(
		(event) =>
			(drift.has('one-row-nulls-page') || authorizer.maySee(event, caller)) &&
			(event.label === null || labels.some(({ name }) => name === event.label)),
	);
}

/** One change of an event. An event of a comment with a status has two. */
interface Change {
	readonly __typename: string;
	readonly type: EventType;
	readonly event: EventRecord;
}

const changeTypes: Readonly<Record<EventType, string>> = {
	created: 'Created',
	comment: 'Comment',
	status_change: 'StatusChange',
	label_added: 'LabelUpdate',
	label_removed: 'LabelUpdate',
	assigned_user: 'Assignment',
	unassigned_user: 'Assignment',
	user_mentioned: 'UserMention',
	ticket_mentioned: 'TicketMention',
};

/** The fields of events and their changes. */
export function eventFields({ accounts, trackers: { archive, authorizer } }: GraphqlParts): Resolvers {
	const entity = (who: Participant | null) => who && entityOf(who, accounts);
	const ticketAt = (key: TicketKey | null) => key && archive.ticketAt(key);
	const eventType = ({ type }: Change) => enumValue(type);
	const byUser = ({ event }: Change) => entity(event.user);
	const byAuthor = ({ event }: Change) => entity(event.by);
	return {
		Event: {
			...properties('id'),
			created: ({ created }: EventRecord) => timestamp(created),
			changes: (event: EventRecord) =>
				event.types.map((type): Change => ({ __typename: changeTypes[type], type, event })),
			ticket: (event: EventRecord) => ticketAt(homeOf(event)),
		},
		Created: { eventType, author: byUser },
		Comment: {
			eventType,
			author: ({ event }: Change) => entity(event.comment?.submitter ?? event.user),
			text: ({ event }: Change) => event.comment?.text,
			authenticity: () => 'AUTHENTIC',
			supersededBy: () => null,
		},
		StatusChange: {
			eventType,
			editor: byUser,
			oldStatus: ({ event }: Change) => event.change && enumValue(event.change.from.status),
			newStatus: ({ event }: Change) => event.change && enumValue(event.change.to.status),
			oldResolution: ({ event }: Change) => event.change && enumValue(event.change.from.resolution),
			newResolution: ({ event }: Change) => event.change && enumValue(event.change.to.resolution),
		},
		LabelUpdate: {
			eventType,
			labeler: byUser,
			label: ({ event }: Change): LabelSource | null => {
				const tracker = event.ticket && archive.trackerById(event.ticket.tracker);
				const label = tracker?.labels.find(({ name }) => name === event.label);
				return tracker && label ? { tracker, label } : null;
			},
		},
		Assignment: { eventType, assigner: byAuthor, assignee: byUser },
		UserMention: { eventType, author: byAuthor, mentioned: byUser },
		TicketMention: {
			eventType,
			author: byAuthor,
			// With `one-row-nulls-page`, the events also have what the caller may not see.
			ticket: ({ event }: Change, _: unknown, { caller }: Call) =>
				authorizer.maySee(event, caller) ? ticketAt(event.from) : null,
			mentioned: ({ event }: Change) => ticketAt(event.ticket),
		},
	};
}
