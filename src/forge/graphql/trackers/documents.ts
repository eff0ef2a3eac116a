import { type Document, ownerQuery, type PageData } from '../document.ts';
import { type ListedResource, type TrackerParams, trackerResource } from '../named-resource.ts';

/** A participant of a ticket, by the name of its type. */
export interface Entity {
	readonly kind: string;
	readonly canonical_name: string;
	readonly address?: string;
	readonly name?: string | null;
	readonly external_id?: string;
	readonly external_url?: string | null;
}

interface Owner {
	readonly canonical_name: string;
}

export type Rights = Readonly<Record<string, boolean>>;

export interface TrackerData extends ListedResource {
	readonly default_access: Rights;
	readonly access?: Rights | null;
}

/** What shows whether a ticket has changed. */
export interface TicketVersionData {
	readonly id: number;
	readonly title: string;
	readonly status: string;
	readonly resolution: string;
	readonly labels: readonly { readonly name: string }[];
	readonly assignees: readonly Owner[];
}

export interface TicketData extends ShortTicketData, TicketVersionData {
	readonly submitter?: Entity | null;
}

export interface LabelData {
	readonly id: number;
	readonly name: string;
	readonly background: string;
	readonly text: string;
}

export interface ShortTicketData {
	readonly id: number;
	readonly ref: string;
	readonly title: string;
}

export interface ChangeData {
	readonly kind: string;
	readonly type: string;
	/** The participant whom the change is about: who made it or, for assignments and mentions, whom it names. */
	readonly user?: Entity | null;
	/** For assignments and mentions: who made them. */
	readonly by_user?: Entity | null;
	readonly text?: string;
	readonly old_status?: string;
	readonly new_status?: string;
	readonly old_resolution?: string;
	readonly new_resolution?: string;
	readonly label?: { readonly name: string };
	/** For mentions: the ticket that contains them. */
	readonly from_ticket?: ShortTicketData | null;
}

export interface EventData {
	readonly id: number;
	readonly created: string;
	readonly changes: readonly ChangeData[];
}

export interface TicketParams extends TrackerParams {
	readonly ticket: string | number;
}

// Fields have the names of the contract, so that most of an answer is already what REST would have sent.
const who = `fragment who on Entity {
	kind: __typename canonical_name: canonicalName
	... on EmailAddress { address: mailbox name }
	... on ExternalUser { external_id: externalId external_url: externalUrl }
}`;
export const tracker = `fragment tracker on Tracker {
	id created updated name description visibility owner { canonical_name: canonicalName }
	default_access: defaultACL { browse submit comment edit triage }
}`;
const ticketOf = (submitter: string) => `fragment ticket on Ticket {
	id ref title: subject created updated ${submitter} description: body status resolution
	labels { name } assignees { canonical_name: canonicalName }
}`;
export const ticketFragments = `${ticketOf('submitter { ...who }')} ${who}`;
/** Without `source`, a mention does not name the ticket that it is in: one that the user may not see makes the whole page fail. */
const events = (source: string) => `fragment event on Event { id created changes {
	kind: __typename type: eventType
	... on Created { user: author { ...who } }
	... on Comment { user: author { ...who } text }
	... on StatusChange {
		user: editor { ...who }
		old_status: oldStatus new_status: newStatus old_resolution: oldResolution new_resolution: newResolution
	}
	... on LabelUpdate { user: labeler { ...who } label { name } }
	... on Assignment { user: assignee { ...who } by_user: assigner { ...who } }
	... on UserMention { user: mentioned { ...who } by_user: author { ...who } }
	... on TicketMention { by_user: author { ...who } ${source} }
} }`;
export const event = events('from_ticket: ticket { id ref title: subject }');
export const eventWithoutMention = events('');

const inTicket = (selection: string) => `ticket(id: $ticket) { ${selection} }`;
const ofTicket = '$ticket: Int!';

export const user = ownerQuery<Owner>(
	'',
	'canonical_name: canonicalName name: username email url location bio',
);

export const trackers = ownerQuery<{ readonly trackers: PageData<TrackerData> }>(
	'$cursor: Cursor',
	'trackers(cursor: $cursor) { results { ...tracker } next: cursor }',
	tracker,
);

export const trackerAccess = 'access: acl { browse submit comment edit triage }';

export const oneTracker = trackerResource.query<TrackerData>('', `...tracker ${trackerAccess}`, tracker);

export const labelPage =
	'results { id name created background: backgroundColor text: foregroundColor } next: cursor';

export const labels = trackerResource.query<{ readonly labels: PageData<LabelData> }>(
	'$cursor: Cursor',
	`labels(cursor: $cursor) { ${labelPage} }`,
);

const ticketPages = (fragments: string) =>
	trackerResource.query<{ readonly tickets: PageData<TicketData> | null }>(
		'$cursor: Cursor',
		'tickets(cursor: $cursor) { results { ...ticket } next: cursor }',
		fragments,
	);

export const tickets = ticketPages(ticketFragments);

/** One submitter who cannot be shown makes the whole page fail. */
export const ticketsWithoutSubmitter = ticketPages(ticketOf(''));

const ticketWith = <Data>(selection: string, fragments: string) =>
	trackerResource.query<{ readonly ticket: (TicketData & Data) | null }>(
		ofTicket,
		inTicket(`...ticket ${selection}`),
		fragments,
	);

/** A ticket with the given parts, and the same without its submitter: a submitter who cannot be shown makes the whole ticket null. */
export const withAndWithoutSubmitter = <Data = unknown>(selection = '') => ({
	whole: ticketWith<Data>(selection, ticketFragments),
	smaller: ticketWith<Data>(selection, ticketOf('')),
});

export const oneTicket = withAndWithoutSubmitter();

interface EventsData {
	readonly ticket: (ShortTicketData & { readonly events: PageData<EventData> | null }) | null;
}

const eventPage = 'id ref title: subject events(cursor: $cursor) { results { ...event } next: cursor }';

export const ticketEvents = trackerResource.query<EventsData>(
	`${ofTicket}, $cursor: Cursor`,
	inTicket(eventPage),
	`${event} ${who}`,
);

/** Leaves out which ticket a mention is in. */
export const ticketEventsWithoutMention = trackerResource.query<EventsData>(
	`${ofTicket}, $cursor: Cursor`,
	inTicket(eventPage),
	`${eventWithoutMention} ${who}`,
);

export const changedTicket = trackerResource.query<{
	readonly ticket: (TicketData & { readonly events: PageData<EventData> }) | null;
}>(
	ofTicket,
	inTicket('...ticket events { results { ...event } next: cursor }'),
	`${ticketFragments} ${eventWithoutMention}`,
);

/** The numbers of a ticket's labels, and of the labels to add. Each of those has an alias: `label0`, `label1` and so on. */
export const labelNumbers = (count: number) => {
	const indexes = Array.from({ length: count }, (_, index) => index);
	return trackerResource.query<{
		readonly ticket: { readonly labels: readonly { readonly id: number; readonly name: string }[] } | null;
	}>(
		[ofTicket, ...indexes.map((index) => `$name${index}: String!`)].join(', '),
		`${inTicket('labels { id name }')} ${indexes.map((index) => `label${index}: label(name: $name${index}) { id }`).join(' ')}`,
	);
};

/** The assignees of a ticket. Only users have numbers. */
export const assigneeNumbers = trackerResource.query<{
	readonly ticket: { readonly assignees: readonly (Owner & { readonly id?: number })[] } | null;
}>(ofTicket, inTicket('assignees { canonical_name: canonicalName ... on User { id } }'));

interface Numbered {
	readonly id: number;
}

/** The numbers of users by their names without the tilde, with an alias each: `user0`, `user1` and so on. Null for one who has never used the trackers. */
export function userNumbers(count: number): Document<Readonly<Record<string, Numbered | null>>> {
	const aliases = Array.from({ length: count }, (_, index) => `user${index}`);
	const variables = aliases.map((alias) => `$${alias}: String!`).join(', ');
	return `query (${variables}) { ${aliases.map((alias) => `${alias}: user(username: $${alias}) { id }`).join(' ')} }`;
}

export const createTracker: Document<{ readonly created: TrackerData | null }> =
	`mutation ($name: String!, $description: String, $visibility: Visibility!) {
		created: createTracker(name: $name, description: $description, visibility: $visibility) { ...tracker }
	} ${tracker}`;

export const updateTracker: Document<{ readonly updated: TrackerData | null }> =
	`mutation ($id: Int!, $input: TrackerInput!) { updated: updateTracker(id: $id, input: $input) { ...tracker } } ${tracker}`;

export const deleteTracker: Document<{ readonly deleted: Numbered | null }> =
	'mutation ($id: Int!) { deleted: deleteTracker(id: $id) { id } }';

export const createTicket: Document<{ readonly created: TicketData | null }> =
	`mutation ($tracker: Int!, $input: SubmitTicketInput!) {
		created: submitTicket(trackerId: $tracker, input: $input) { ...ticket }
	} ${ticketFragments}`;

/** The parts of a change to a ticket, in their order. */
export interface TicketParts {
	/** Whether the title or the description changes. */
	readonly isEdited: boolean;
	readonly removedCount: number;
	readonly addedCount: number;
	readonly unassignedCount: number;
	readonly assignedCount: number;
	readonly last: 'comment' | 'status' | undefined;
}

export const noTicketParts: TicketParts = {
	isEdited: false,
	removedCount: 0,
	addedCount: 0,
	unassignedCount: 0,
	assignedCount: 0,
	last: undefined,
};

/**
 * One mutation for all parts of a change. It asks for the numbers of the new events only: whole events would cost more than a server
 * allows.
 */
export function changeTicket({
	isEdited,
	removedCount,
	addedCount,
	unassignedCount,
	assignedCount,
	last,
}: TicketParts): Document<Readonly<Record<string, Partial<Numbered> | null>>> {
	const on = 'trackerId: $tracker, ticketId: $ticket';
	const repeated = (count: number, name: string, mutation: string, argument: string) =>
		Array.from({ length: count }, (_, index) => ({
			variable: `$${name}${index}: Int!`,
			field: `${name}${index}: ${mutation}(${on}, ${argument}: $${name}${index}) { id }`,
		}));
	// An edit has no event. Its `id` would be the number of the ticket, and be taken for that of an event.
	const edit = {
		variable: '$edit: UpdateTicketInput!',
		field: `edit: updateTicket(${on}, input: $edit) { __typename }`,
	};
	const lastParts = {
		comment: {
			variable: '$input: SubmitCommentInput!',
			field: `comment: submitComment(${on}, input: $input) { id }`,
		},
		status: {
			variable: '$input: UpdateStatusInput!',
			field: `status: updateTicketStatus(${on}, input: $input) { id }`,
		},
	};
	const parts = [
		...(isEdited ? [edit] : []),
		...repeated(removedCount, 'removed', 'unlabelTicket', 'labelId'),
		...repeated(addedCount, 'added', 'labelTicket', 'labelId'),
		...repeated(unassignedCount, 'unassigned', 'unassignUser', 'userId'),
		...repeated(assignedCount, 'assigned', 'assignUser', 'userId'),
		...(last === undefined ? [] : [lastParts[last]]),
	];
	const variables = ['$tracker: Int!, $ticket: Int!', ...parts.map(({ variable }) => variable)].join(', ');
	return `mutation (${variables}) { ${parts.map(({ field }) => field).join(' ')} }`;
}
