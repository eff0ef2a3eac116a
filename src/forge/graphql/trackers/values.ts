import { fieldsOf } from '../document.ts';
import type {
	ChangeData,
	Entity,
	EventData,
	LabelData,
	Rights,
	ShortTicketData,
	TicketData,
	TicketVersionData,
	TrackerData,
} from './documents.ts';
import type { Subscribable } from './extra-documents.ts';

// Each function makes what REST would have sent.

/** What to use for a missing word is left to the shape. */
const lower = (word: string | null | undefined) => word?.toLowerCase();

const participantTypes = new Map([
	['EmailAddress', 'email'],
	['ExternalUser', 'external'],
]);

export const participantOf = (entity: Entity | null | undefined): unknown =>
	entity && { ...fieldsOf(entity), type: participantTypes.get(entity.kind) ?? 'user' };

const rightsOf = (rights: Rights) => Object.keys(fieldsOf(rights)).filter((right) => rights[right]);

export const trackerOf = (tracker: TrackerData): unknown => ({
	...fieldsOf(tracker),
	default_access: rightsOf(tracker.default_access),
	...(tracker.access && { access: rightsOf(tracker.access) }),
});

export function labelOf(label: LabelData): unknown {
	const { background, text, ...fields } = fieldsOf(label);
	return { ...fields, colors: { background, text } };
}

export const ticketVersionOf = (ticket: TicketVersionData) => ({
	...fieldsOf(ticket),
	status: lower(ticket.status),
	resolution: lower(ticket.resolution),
	labels: ticket.labels.map(({ name }) => name),
});

export const ticketOf = (ticket: TicketData): unknown => ({
	...ticketVersionOf(ticket),
	submitter: participantOf(ticket.submitter),
});

/**
 * An event of REST has the changes of one action in one object, and the ticket that it is about. A comment has the number of its event,
 * because GraphQL shows no other.
 */
export function eventOf(
	{ id, created, changes }: EventData,
	{ id: number, ref, title }: ShortTicketData,
): unknown {
	const labels = changes.flatMap(({ label }) => label?.name ?? []);
	const event = {
		id,
		created,
		ticket: { id: number, ref, title },
		event_type: changes.map(({ type }) => lower(type)),
		...(labels.length > 0 && { label: labels }),
	};
	for (const change of changes) Object.assign(event, changeOf(change, id, created));
	return event;
}

function changeOf(change: ChangeData, id: number, created: string) {
	const user = participantOf(change.user);
	const people = {
		...(user !== undefined && { user }),
		...(change.by_user && { by_user: participantOf(change.by_user) }),
	};
	switch (change.kind) {
		case 'Comment':
			return { ...people, comment: { id, created, submitter: user, text: change.text } };
		case 'StatusChange':
			return {
				...people,
				old_status: lower(change.old_status),
				new_status: lower(change.new_status),
				old_resolution: lower(change.old_resolution),
				new_resolution: lower(change.new_resolution),
			};
		case 'TicketMention':
			return { ...people, from_ticket: change.from_ticket };
		default:
			return people;
	}
}

/** Whether the user is subscribed. Null if the forge does not say. */
export const subscribedOf = ({ subscription }: Subscribable): boolean | null =>
	subscription === undefined ? null : subscription !== null;
