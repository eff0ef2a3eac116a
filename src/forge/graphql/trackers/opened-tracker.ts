import { firstRowsOf, type PageData } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type TrackerParams, trackerResource } from '../named-resource.ts';
import {
	type LabelData,
	labelPage,
	type TicketData,
	type TrackerData,
	ticketFragments,
	tracker,
	trackerAccess,
} from './documents.ts';
import type { Subscribable } from './extra-documents.ts';
import { rememberNext } from './read-tickets.ts';
import { labelOf, subscribedOf, ticketOf, trackerOf } from './values.ts';

/** A tracker with its first labels and its newest tickets. */
export const openedTracker = trackerResource.query<
	TrackerData &
		Subscribable & {
			readonly labels: PageData<LabelData> | null;
			readonly tickets: PageData<TicketData> | null;
		}
>(
	'',
	`...tracker ${trackerAccess} subscription { id } labels { ${labelPage} } tickets { results { ...ticket } next: cursor }`,
	`${tracker} ${ticketFragments}`,
);

/** Leaves out the labels, and the tickets, if they could not be read. Remembers where the tickets continue. */
export async function readOpenedTracker(call: GraphqlCall, params: TrackerParams): Promise<unknown> {
	const { labels, tickets, subscription, ...found } = await trackerResource.ask(
		call,
		params,
		openedTracker,
		{},
		(opened) => opened,
	);
	if (tickets) rememberNext(call, params, tickets);
	return {
		tracker: trackerOf(found),
		isSubscribed: subscribedOf({ subscription }),
		labels: firstRowsOf(labels, labelOf),
		tickets: firstRowsOf(tickets, ticketOf),
	};
}
