import { ForgeError } from '../../contract/errors.ts';
import type { trackerExtraRows } from '../../rows/trackers.ts';
import { combinedRead } from '../combined-read.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type TrackerParams, trackerResource } from '../named-resource.ts';
import type { TicketParams } from './documents.ts';
import * as documents from './extra-documents.ts';
import { labelOperations } from './label-operations.ts';
import { newestTickets, readNewestTickets } from './newest-tickets.ts';
import { openedTicket, readOpenedTicket } from './opened-ticket.ts';
import { openedTracker, readOpenedTracker } from './opened-tracker.ts';
import { changeOfTicket, readEvents, readTickets } from './operations.ts';
import { subscribedOf, ticketOf } from './values.ts';

const { deleteTicket, subscribeToTicket, unsubscribeFromTicket } = documents;
const { subscribeToTracker, unsubscribeFromTracker } = documents;
const { ticketWithSubscription, ticketSubscription, trackerSubscription } = documents;

const readSubscriptions = [...readTickets, 'SUBSCRIPTIONS:RO'];
const changeSubscriptions = [...readTickets, 'SUBSCRIPTIONS:RW'];
const findTracker = bothForms(trackerResource.numberQuery);

const numberOf = ({ ticket }: TicketParams) => ({ ticket: Number(ticket) });

/** Returns a function that sends a change, given the number of its tracker. */
const changeOf =
	(call: GraphqlCall, change: documents.Mutation, variables: Readonly<Record<string, unknown>> = {}) =>
	(tracker: number) =>
		call.ask(change, { tracker, ...variables }, ({ done }) => done);

/** What only GraphQL offers of trackers. */
export const trackerExtraOperations: Operations<typeof trackerExtraRows> = {
	newestTickets: {
		scopes: readTickets,
		documents: [newestTickets(1)],
		run: (call, _params, names) => readNewestTickets(call, names),
	},
	openTracker: {
		scopes: readSubscriptions,
		documents: bothForms(openedTracker),
		run: combinedRead(readOpenedTracker),
	},
	openTicket: {
		scopes: [...readEvents, 'SUBSCRIPTIONS:RO'],
		documents: [...bothForms(openedTicket.whole), ...bothForms(openedTicket.smaller)],
		run: combinedRead(readOpenedTicket),
	},
	editTicket: changeOfTicket,
	deleteTicket: {
		scopes: [...readTickets, 'TICKETS:RW'],
		documents: [deleteTicket, ...findTracker],
		// A remembered number can be that of a tracker which no longer has this name.
		run: (call, params) =>
			trackerResource.change(call, params, changeOf(call, deleteTicket, numberOf(params))),
	},
	ticketWithSubscription: {
		scopes: readSubscriptions,
		documents: [...bothForms(ticketWithSubscription.whole), ...bothForms(ticketWithSubscription.smaller)],
		run: async (call, params) => {
			const ticket = await trackerResource.ask(
				call,
				params,
				ticketWithSubscription.whole,
				numberOf(params),
				(tracker) => tracker.ticket,
				ticketWithSubscription.smaller,
			);
			const withSubscription = { ...ticket, isSubscribed: subscribedOf(ticket) };
			return ticketOf(withSubscription);
		},
	},
	subscribeToTicket: {
		scopes: changeSubscriptions,
		documents: [subscribeToTicket, ...findTracker],
		run: (call, params) =>
			trackerResource.use(call, params, changeOf(call, subscribeToTicket, numberOf(params))),
	},
	unsubscribeFromTicket: {
		scopes: changeSubscriptions,
		documents: [unsubscribeFromTicket, ...findTracker, ...bothForms(ticketSubscription)],
		run: (call, params) =>
			unsubscribe(call, params, changeOf(call, unsubscribeFromTicket, numberOf(params)), () =>
				trackerResource.ask(
					call,
					params,
					ticketSubscription,
					numberOf(params),
					({ ticket }) => ticket && { isSubscribed: subscribedOf(ticket) },
				),
			),
	},
	subscribeToTracker: {
		scopes: changeSubscriptions,
		documents: [subscribeToTracker, ...findTracker],
		run: (call, params) => trackerResource.use(call, params, changeOf(call, subscribeToTracker)),
	},
	unsubscribeFromTracker: {
		scopes: changeSubscriptions,
		documents: [unsubscribeFromTracker, ...findTracker, ...bothForms(trackerSubscription)],
		run: (call, params) =>
			unsubscribe(call, params, changeOf(call, unsubscribeFromTracker), () =>
				trackerResource.ask(call, params, trackerSubscription, {}, (tracker) => ({
					isSubscribed: subscribedOf(tracker),
				})),
			),
	},
	...labelOperations,
};

/** Ends a subscription. A forge refuses that if the user is not subscribed, which counts as done. */
async function unsubscribe(
	call: GraphqlCall,
	params: TrackerParams,
	send: (tracker: number) => Promise<unknown>,
	readState: () => Promise<{ readonly isSubscribed: boolean | null }>,
): Promise<void> {
	try {
		await trackerResource.use(call, params, send);
	} catch (error) {
		// A token that may not change subscriptions may not read them either.
		if (!(error instanceof ForgeError) || error.kind === 'forbidden') throw error;
		const state = await readState().catch(() => undefined);
		if (state?.isSubscribed !== false) throw error;
	}
}
