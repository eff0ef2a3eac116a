import { smallest } from '../../../base/collections.ts';
import type { Page } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type TrackerParams, trackerResource } from '../named-resource.ts';
import { type TicketData, tickets, ticketsWithoutSubmitter } from './documents.ts';
import { ticketOf } from './values.ts';

const readPage = (
	call: GraphqlCall,
	params: TrackerParams,
	cursor: string | undefined,
): Promise<Page<TicketData>> =>
	trackerResource.ask(
		call,
		params,
		tickets,
		{ cursor },
		(tracker) => tracker.tickets,
		ticketsWithoutSubmitter,
	);

/**
 * Reads a page of tickets, newest first. A caller that wants to begin at a number (`start`, as in REST) gets the page with that ticket,
 * without the newer ones on it. A cursor cannot be made from a number, so this reads the pages before it.
 */
export async function readTicketPage(call: GraphqlCall, params: TrackerParams): Promise<unknown> {
	const start = Number(call.options.query?.start ?? Number.POSITIVE_INFINITY);
	let page = await readPage(call, params, call.cursor);
	let lowest = Number.POSITIVE_INFINITY;
	while (page.next !== null) {
		const last = smallest(page.results.map(({ id }) => id));
		// Pages that do not get closer to the number would never end.
		if (last <= start || last >= lowest) break;
		lowest = last;
		page = await readPage(call, params, page.next);
	}
	return { ...page, results: page.results.filter(({ id }) => id <= start).map(ticketOf) };
}
