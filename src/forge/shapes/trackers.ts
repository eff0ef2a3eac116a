import * as v from 'valibot';
import { each, firstRows, maybe, open, or, type Read, type Shape } from '../contract/read.ts';
import { Participant, ShortUser } from './people.ts';

export const ticketStatuses = ['reported', 'confirmed', 'in_progress', 'pending', 'resolved'] as const;
const TicketStatus = open(ticketStatuses);

export const resolutions = [
	'unresolved',
	'fixed',
	'implemented',
	'wont_fix',
	'by_design',
	'invalid',
	'duplicate',
	'not_our_bug',
] as const;
/** Servers also send `closed`, which a request cannot use. */
const Resolution = open([...resolutions, 'closed']);

export const permissions = ['browse', 'submit', 'comment', 'edit', 'triage'] as const;
const Permissions = each(open(permissions));
const permissionsByUser = v.object({
	anonymous: maybe(Permissions),
	submitter: maybe(Permissions),
	user: maybe(Permissions),
});

const shortTracker = {
	id: maybe(v.number()),
	owner: ShortUser,
	created: or(v.string(), ''),
	updated: or(v.string(), ''),
	name: v.string(),
};
export const ShortTracker = v.object(shortTracker);
export type ShortTracker = Read<typeof ShortTracker>;

export const Tracker = v.object({
	...shortTracker,
	description: or(v.string(), ''),
	/** A group of users is null if the forge does not say what it may do. */
	default_permissions: maybe(permissionsByUser),
	/** Replaces `default_permissions` on later servers. */
	default_access: maybe(each(v.string())),
	visibility: maybe(v.string()),
	/** What the user may do in the tracker. Only GraphQL says it, of one tracker. */
	access: maybe(each(v.string())),
});
export type Tracker = Read<typeof Tracker>;

export const ShortTicket = v.object({
	id: v.number(),
	ref: or(v.string(), ''),
	tracker: maybe(ShortTracker),
	title: maybe(v.string()),
});
export type ShortTicket = Read<typeof ShortTicket>;

/** What shows whether a ticket has changed. */
const ticketVersion = {
	/** The number within its tracker. */
	id: v.number(),
	title: or(v.string(), ''),
	updated: or(v.string(), ''),
	status: or(TicketStatus, 'reported'),
	resolution: or(Resolution, 'unresolved'),
	labels: or(each(v.string()), []),
	assignees: or(each(ShortUser), []),
};
const TicketVersion = v.object(ticketVersion);
export type TicketVersion = Read<typeof TicketVersion>;

export const Ticket = v.object({
	...ticketVersion,
	ref: or(v.string(), ''),
	tracker: maybe(ShortTracker),
	created: or(v.string(), ''),
	submitter: maybe(Participant),
	description: or(v.string(), ''),
	/** Null if the tracker's permissions apply. */
	permissions: maybe(permissionsByUser),
});
export type Ticket = Read<typeof Ticket>;

/** The names of trackers to ask about at once. */
export const TrackerNames = v.strictObject({
	trackers: v.array(v.strictObject({ owner: v.string(), tracker: v.string() })),
});

/** The newest tickets of several trackers. Leaves out trackers that are missing or hidden. */
export const NewestTickets = v.object({
	trackers: each(
		v.object({
			owner: v.string(),
			tracker: v.string(),
			tickets: each(TicketVersion),
			/** Whether the tracker has no others. */
			areAll: v.boolean(),
		}),
	),
});

/** A ticket of which the forge also says whether it mails the user about it; null if the token may not read that. */
export const TicketWithSubscription = v.object({ ...Ticket.entries, isSubscribed: maybe(v.boolean()) });

const shortComment = {
	id: v.number(),
	created: or(v.string(), ''),
	submitter: maybe(Participant),
	text: or(v.string(), ''),
};
const ShortComment = v.object(shortComment);

/** @public A resource of the contract, although no call answers it by itself. */
export const Comment = v.object({ ...shortComment, ticket: maybe(ShortTicket) });
export type Comment = Read<typeof Comment>;

const Colors = v.object({ background: or(v.string(), ''), text: or(v.string(), '') });

export const Label = v.object({
	/** Only in GraphQL. */
	id: v.exactOptional(maybe(v.number())),
	name: v.string(),
	created: or(v.string(), ''),
	colors: or(Colors, { background: '', text: '' }),
	tracker: maybe(ShortTracker),
});
export type Label = Read<typeof Label>;

export const eventTypes = [
	'created',
	'comment',
	'status_change',
	'label_added',
	'label_removed',
	'assigned_user',
	'unassigned_user',
	'user_mentioned',
	'ticket_mentioned',
] as const;

/** One label's name, or several. */
const LabelNames: Shape<string[]> = v.union([
	each(v.string()),
	v.pipe(
		v.string(),
		v.transform((name) => [name]),
	),
]);

const wireEvent = {
	id: v.number(),
	created: or(v.string(), ''),
	event_type: or(each(open(eventTypes)), []),
	old_status: maybe(TicketStatus),
	old_resolution: maybe(Resolution),
	new_status: maybe(TicketStatus),
	new_resolution: maybe(Resolution),
	user: maybe(Participant),
	ticket: maybe(ShortTicket),
	comment: maybe(ShortComment),
	label: maybe(LabelNames),
	/** For mentions and assignments: the participant who made them. */
	by_user: maybe(Participant),
	/** For mentions: the ticket that contains them. */
	from_ticket: maybe(ShortTicket),
};

/** On a change of status, null means the first status or resolution, because a server omits falsy values. */
export const TicketEvent = v.pipe(
	v.object(wireEvent),
	v.transform((event) =>
		event.event_type.includes('status_change')
			? {
					...event,
					old_status: event.old_status ?? 'reported',
					old_resolution: event.old_resolution ?? 'unresolved',
					new_status: event.new_status ?? 'reported',
					new_resolution: event.new_resolution ?? 'unresolved',
				}
			: event,
	),
);
export type TicketEvent = Read<typeof TicketEvent>;

/** A ticket with what its page shows. Null for a part that could not be read with the others. */
export const OpenedTicket = v.object({
	tracker: Tracker,
	ticket: TicketWithSubscription,
	labels: firstRows(Label),
	/** The newest first. */
	events: firstRows(TicketEvent),
});
export type OpenedTicket = Read<typeof OpenedTicket>;

/** A tracker with what is read when it is opened. Null for a part that could not be read with the others. */
export const OpenedTracker = v.object({
	tracker: Tracker,
	/** Whether the forge mails the user what happens there; null if the token may not read that. */
	isSubscribed: maybe(v.boolean()),
	labels: firstRows(Label),
	/** The newest first. */
	tickets: firstRows(Ticket),
});
export type OpenedTracker = Read<typeof OpenedTracker>;

export const TrackerCreation = v.strictObject({
	name: v.string(),
	description: v.exactOptional(v.string()),
	/** Not in the contract. Later servers require it, and others ignore it. */
	visibility: v.exactOptional(v.picklist(['PUBLIC', 'UNLISTED', 'PRIVATE'])),
});
export const TrackerChange = v.strictObject({ description: v.exactOptional(v.string()) });
export const TicketCreation = v.strictObject({
	title: v.string(),
	description: v.exactOptional(v.string()),
});
export const TicketChange = v.strictObject({
	comment: v.exactOptional(v.string()),
	status: v.exactOptional(v.picklist(ticketStatuses)),
	resolution: v.exactOptional(v.picklist(resolutions)),
	labels: v.exactOptional(v.array(v.string())),
});
/** A change of a ticket in GraphQL, which can change more than REST. */
export const TicketEdit = v.strictObject({
	...TicketChange.entries,
	title: v.exactOptional(v.string()),
	description: v.exactOptional(v.string()),
	/** The names of users, with the tilde. Other assignees stay. */
	assign: v.exactOptional(v.array(v.string())),
	unassign: v.exactOptional(v.array(v.string())),
});
/** A new label. Colors are `#rrggbb`. */
export const LabelCreation = v.strictObject({
	name: v.string(),
	colors: v.strictObject({ background: v.string(), text: v.string() }),
});
export const LabelChange = v.strictObject({
	name: v.exactOptional(v.string()),
	colors: v.exactOptional(LabelCreation.entries.colors),
});
export const TicketChanged = v.object({ ticket: Ticket, events: or(each(TicketEvent), []) });
export type TicketChanged = Read<typeof TicketChanged>;
