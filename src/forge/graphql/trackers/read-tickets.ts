import { smallest } from '../../../base/collections.ts';
import { ForgeError, type ForgeErrorKind } from '../../contract/errors.ts';
import type { PageData } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type TrackerParams, trackerResource } from '../named-resource.ts';
import { type TicketData, tickets, ticketsWithoutSubmitter } from './documents.ts';
import { ticketOf } from './values.ts';

const lowestOn = ({ results }: PageData<TicketData>) => smallest(results.map(({ id }) => id));

/** Reads a page, and remembers the cursor of the next one. */
async function readPage(
	call: GraphqlCall,
	params: TrackerParams,
	cursor: string | undefined,
): Promise<PageData<TicketData>> {
	const page = await trackerResource.ask(
		call,
		params,
		tickets,
		{ cursor },
		(tracker) => tracker.tickets,
		ticketsWithoutSubmitter,
	);
	rememberNext(call, params, page);
	return page;
}

/** Remembers the cursor of the page after one that was read. */
export function rememberNext(call: GraphqlCall, params: TrackerParams, page: PageData<TicketData>): void {
	if (page.next !== null && page.results.length > 0)
		trackerResource.cursors(call, params)?.set(lowestOn(page), page.next);
}

/** How a forge may refuse a cursor. Any other failure would come for the newest tickets, too. */
const cursorFailures: ReadonlySet<ForgeErrorKind> = new Set(['missing', 'refused', 'surprise']);

/**
 * Reads the page with a ticket, or one shortly before it, by the cursor that an earlier walk has left. Undefined if there is none, or if
 * it no longer leads to that page.
 */
async function readPageNear(
	call: GraphqlCall,
	params: TrackerParams,
	ticket: number,
): Promise<PageData<TicketData> | undefined> {
	const cursors = trackerResource.cursors(call, params);
	const near = cursors?.nearest(ticket);
	if (!cursors || !near) return undefined;
	try {
		const page = await readPage(call, params, near.cursor);
		const isSameTracker = trackerResource.cursors(call, params) === cursors;
		if (isSameTracker && page.results.length > 0 && page.results.every(({ id }) => id < near.above))
			return page;
	} catch (error) {
		if (!(error instanceof ForgeError) || !cursorFailures.has(error.kind)) throw error;
	}
	cursors.delete(near.above);
	return undefined;
}

/**
 * Reads a page of tickets, newest first. A caller that wants to begin at a number (`start`, as in REST) gets the page with that ticket,
 * without the newer ones on it. A cursor cannot be made from a number, so this begins at the nearest page that is remembered, or at the
 * newest tickets, and reads the pages in between.
 */
export async function readTicketPage(call: GraphqlCall, params: TrackerParams): Promise<unknown> {
	const start = Number(call.options.query?.start ?? Number.POSITIVE_INFINITY);
	const near = call.cursor === undefined ? await readPageNear(call, params, start) : undefined;
	let page = near ?? (await readPage(call, params, call.cursor));
	let lowest = Number.POSITIVE_INFINITY;
	while (page.next !== null) {
		const last = lowestOn(page);
		// Pages that do not get closer to the number would never end.
		if (last <= start || last >= lowest) break;
		const before = lowest;
		call.bounds.addRows(page.results.filter(({ id }) => id < before).length);
		lowest = last;
		page = await readPage(call, params, page.next);
	}
	const results = page.results.filter(({ id }) => id <= start).map(ticketOf);
	const isWhole = call.cursor === undefined && start === Number.POSITIVE_INFINITY && page.next === null;
	return { ...page, results, ...(isWhole && { total: results.length }) };
}
