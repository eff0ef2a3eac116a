import type { Document } from '../document.ts';
import { trackerResource } from '../named-resource.ts';
import { type LabelData, withAndWithoutSubmitter } from './documents.ts';

interface Numbered {
	readonly id: number;
}

export interface Subscribable {
	/** Null if the user is not subscribed. Missing if the token may not read subscriptions. */
	readonly subscription?: Numbered | null | undefined;
}

export const ticketWithSubscription = withAndWithoutSubmitter<Subscribable>('subscription { id }');

export const ticketSubscription = trackerResource.query<{ readonly ticket: Subscribable | null }>(
	'$ticket: Int!',
	'ticket(id: $ticket) { subscription { id } }',
);

export const trackerSubscription = trackerResource.query<Subscribable>('', 'subscription { id }');

/** A change with nothing to read in its answer. */
export type Mutation = Document<{ readonly done: Numbered | null }>;

const ofTicket = (mutation: string): Mutation =>
	`mutation ($tracker: Int!, $ticket: Int!) { done: ${mutation}(trackerId: $tracker, ticketId: $ticket) { id } }`;

export const deleteTicket = ofTicket('deleteTicket');
export const subscribeToTicket = ofTicket('ticketSubscribe');
export const unsubscribeFromTicket = ofTicket('ticketUnsubscribe');

export const subscribeToTracker: Mutation =
	'mutation ($tracker: Int!) { done: trackerSubscribe(trackerId: $tracker) { id } }';

/** Subscriptions to tickets of the tracker stay. */
export const unsubscribeFromTracker: Mutation =
	'mutation ($tracker: Int!) { done: trackerUnsubscribe(trackerId: $tracker, tickets: false) { id } }';

const label = 'id name created background: backgroundColor text: foregroundColor';

export const createLabel: Document<{ readonly created: LabelData | null }> =
	`mutation ($tracker: Int!, $name: String!, $background: String!, $text: String!) {
		created: createLabel(trackerId: $tracker, name: $name, backgroundColor: $background, foregroundColor: $text) { ${label} }
	}`;

export const labelNumber = trackerResource.query<{ readonly label: Numbered | null }>(
	'$name: String!',
	'label(name: $name) { id }',
);

export const updateLabel: Document<{ readonly updated: LabelData | null }> =
	`mutation ($id: Int!, $input: UpdateLabelInput!) { updated: updateLabel(id: $id, input: $input) { ${label} } }`;

export const deleteLabel: Mutation = 'mutation ($id: Int!) { done: deleteLabel(id: $id) { id } }';
