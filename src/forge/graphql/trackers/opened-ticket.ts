import { firstRowsOf, type PageData } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type NameParams, trackerResource } from '../named-resource.ts';
import {
	type EventData,
	event,
	eventWithoutMention,
	type LabelData,
	labelPage,
	type TicketData,
	type TicketParams,
	type TrackerData,
	ticketFragments,
	tracker,
	trackerAccess,
} from './documents.ts';
import type { Subscribable } from './extra-documents.ts';
import { eventOf, labelOf, subscribedOf, ticketOf, trackerOf } from './values.ts';

const openedTicketOf = (ticketAndEvent: string) =>
	trackerResource.query<
		TrackerData & {
			readonly labels: PageData<LabelData> | null;
			readonly ticket: (TicketData & Subscribable & { readonly events: PageData<EventData> | null }) | null;
		}
	>(
		'$ticket: Int!',
		`...tracker ${trackerAccess} labels { ${labelPage} }
		ticket(id: $ticket) { ...ticket subscription { id } events { results { ...event } next: cursor } }`,
		`${tracker} ${ticketAndEvent}`,
	);

/**
 * A ticket with its newest events, its tracker and the first labels of the tracker. In the smaller form, mentions do not name the ticket that
 * they are in: a mention in a ticket that the user may not see makes the whole answer null.
 */
export const openedTicket = {
	whole: openedTicketOf(`${ticketFragments} ${event}`),
	smaller: openedTicketOf(`${ticketFragments} ${eventWithoutMention}`),
};

/** Leaves out the labels, and the events, if they could not be read. */
export async function readOpenedTicket(call: GraphqlCall, params: TicketParams): Promise<unknown> {
	const found = await trackerResource.ask(
		call,
		params satisfies NameParams<'tracker'>,
		openedTicket.whole,
		{ ticket: Number(params.ticket) },
		({ ticket: opened, labels, ...inTracker }) =>
			opened && { ticket: opened, labels, tracker: inTracker satisfies TrackerData },
		openedTicket.smaller,
	);
	const { events, subscription, ...fields } = found.ticket;
	const withSubscription = { ...fields, isSubscribed: subscribedOf({ subscription }) };
	return {
		tracker: trackerOf(found.tracker),
		ticket: ticketOf(withSubscription),
		labels: firstRowsOf(found.labels, labelOf),
		events: firstRowsOf(events, (event) => eventOf(event, fields)),
	};
}
