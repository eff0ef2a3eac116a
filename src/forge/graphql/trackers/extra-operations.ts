import type { trackerExtraRows } from '../../rows/trackers.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms } from '../document.ts';
import { trackerResource } from '../named-resource.ts';
import { deleteTicket } from './extra-documents.ts';
import { newestTickets, readNewestTickets } from './newest-tickets.ts';
import { changeOfTicket, readTickets } from './operations.ts';

/** What only GraphQL offers of trackers. It needs no scope that the rows of trackers do not need. */
export const trackerExtraOperations: Operations<typeof trackerExtraRows> = {
	newestTickets: {
		scopes: readTickets,
		documents: [newestTickets(1)],
		run: (call, _params, names) => readNewestTickets(call, names),
	},
	editTicket: changeOfTicket,
	deleteTicket: {
		scopes: ['TICKETS:RW', 'TRACKERS:RO', 'PROFILE:RO'],
		documents: [deleteTicket, ...bothForms(trackerResource.numberQuery)],
		// Looks the tracker up: under a remembered number, another ticket could be lost.
		run: (call, params) =>
			trackerResource.change(call, params, (tracker) =>
				call.ask(deleteTicket, { tracker, ticket: Number(params.ticket) }, ({ deleted }) => deleted),
			),
	},
};
