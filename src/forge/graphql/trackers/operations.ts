import type { trackerRows } from '../../rows/trackers.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms } from '../document.ts';
import { trackerResource } from '../named-resource.ts';
import { changeTicketInParts } from './change-ticket.ts';
import * as documents from './documents.ts';
import { readTicketPage } from './read-tickets.ts';
import { eventOf, labelOf, ticketOf, trackerOf } from './values.ts';

const { user, trackers, oneTracker, labels, tickets, ticketsWithoutSubmitter, oneTicket } = documents;
const { ticketEvents, ticketEventsWithoutMention, changedTicket } = documents;
const { createTracker, updateTracker, deleteTracker, createTicket, noTicketParts } = documents;

const readTrackers = ['TRACKERS:RO', 'PROFILE:RO'];
export const readTickets = [...readTrackers, 'TICKETS:RO'];
export const readEvents = [...readTickets, 'EVENTS:RO'];
export const changeTrackers = ['TRACKERS:RW', 'PROFILE:RO'];

/** Changes any part of a ticket. REST can change fewer parts. */
export const changeOfTicket = {
	scopes: [...readEvents, 'TICKETS:RW'],
	documents: [
		documents.changeTicket({ ...noTicketParts, removedCount: 1, addedCount: 1, last: 'comment' }),
		documents.changeTicket({ ...noTicketParts, isEdited: true, unassignedCount: 1, assignedCount: 1 }),
		documents.changeTicket({ ...noTicketParts, last: 'status' }),
		...bothForms(documents.labelNumbers(1)),
		...bothForms(documents.assigneeNumbers),
		documents.userNumbers(1),
		...bothForms(changedTicket),
		...bothForms(trackerResource.numberQuery),
	],
	run: changeTicketInParts,
};

/** The rows of trackers, in their order. */
export const trackerOperations: Operations<typeof trackerRows> = {
	user: {
		scopes: ['PROFILE:RO'],
		documents: bothForms(user),
		run: (call, params) => call.askOwner(user, params, {}, (owner) => owner),
	},
	trackers: {
		scopes: readTrackers,
		documents: bothForms(trackers),
		run: async (call, params) => {
			const page = await call.askOwner(trackers, params, { cursor: call.cursor }, (owner) => owner.trackers);
			trackerResource.learn(call, page.results);
			return { ...page, results: page.results.map(trackerOf) };
		},
	},
	createTracker: {
		scopes: changeTrackers,
		documents: [createTracker],
		run: async (call, _params, { name, description, visibility = 'PUBLIC' }) =>
			trackerOf(await call.ask(createTracker, { name, description, visibility }, ({ created }) => created)),
	},
	tracker: {
		scopes: readTrackers,
		documents: bothForms(oneTracker),
		run: async (call, params) =>
			trackerOf(await trackerResource.ask(call, params, oneTracker, {}, (tracker) => tracker)),
	},
	updateTracker: {
		scopes: changeTrackers,
		documents: [updateTracker, ...bothForms(trackerResource.numberQuery)],
		run: (call, params, input) =>
			trackerResource.change(call, params, async (id) =>
				trackerOf(await call.ask(updateTracker, { id, input }, ({ updated }) => updated)),
			),
	},
	deleteTracker: {
		scopes: changeTrackers,
		documents: [deleteTracker, ...bothForms(trackerResource.numberQuery)],
		run: (call, params) =>
			trackerResource.change(call, params, (id) => call.ask(deleteTracker, { id }, ({ deleted }) => deleted)),
	},
	labels: {
		scopes: readTrackers,
		documents: bothForms(labels),
		run: async (call, params) => {
			const variables = { cursor: call.cursor };
			const page = await trackerResource.ask(call, params, labels, variables, (tracker) => tracker.labels);
			return { ...page, results: page.results.map(labelOf) };
		},
	},
	tickets: {
		scopes: readTickets,
		documents: [...bothForms(tickets), ...bothForms(ticketsWithoutSubmitter)],
		run: readTicketPage,
	},
	createTicket: {
		scopes: [...changeTrackers, 'TICKETS:RW'],
		documents: [createTicket, ...bothForms(trackerResource.numberQuery)],
		run: async (call, params, { title, description }) => {
			const input = { subject: title, ...(description !== undefined && { body: description }) };
			return ticketOf(
				await trackerResource.use(call, params, (tracker) =>
					call.ask(createTicket, { tracker, input }, ({ created }) => created),
				),
			);
		},
	},
	ticket: {
		scopes: readTickets,
		documents: [...bothForms(oneTicket.whole), ...bothForms(oneTicket.smaller)],
		run: async (call, params) => {
			const variables = { ticket: Number(params.ticket) };
			const { whole, smaller } = oneTicket;
			return ticketOf(
				await trackerResource.ask(call, params, whole, variables, ({ ticket }) => ticket, smaller),
			);
		},
	},
	updateTicket: changeOfTicket,
	events: {
		scopes: readEvents,
		documents: [...bothForms(ticketEvents), ...bothForms(ticketEventsWithoutMention)],
		run: async (call, params) => {
			const found = await trackerResource.ask(
				call,
				params,
				ticketEvents,
				{ ticket: Number(params.ticket), cursor: call.cursor },
				({ ticket }) => (ticket?.events ? ticket : null),
				ticketEventsWithoutMention,
			);
			const results = found.events?.results.map((event) => eventOf(event, found));
			return { ...found.events, results };
		},
	},
};
