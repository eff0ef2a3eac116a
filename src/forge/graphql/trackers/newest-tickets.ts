import { rowsPerPage } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { trackerResource } from '../named-resource.ts';
import type { TicketVersionData } from './documents.ts';
import { ticketVersionOf } from './values.ts';

interface NewestData {
	readonly tickets: { readonly results: readonly TicketVersionData[] } | null;
}

/**
 * The newest tickets of trackers. Costs 13 points for each. Leaves out the submitters: one that cannot be shown would make the whole list fail.
 */
export const newestTickets = (count: number) =>
	trackerResource.several<NewestData>(
		count,
		'tickets { results { ...ticket } }',
		`fragment ticket on Ticket {
			id title: subject updated status resolution labels { name } assignees { canonical_name: canonicalName }
		}`,
	);

interface TrackerNames {
	readonly trackers: readonly { readonly owner: string; readonly tracker: string }[];
}

/** Reads the newest tickets of trackers. A tracker that is missing or hidden, or whose tickets cannot be listed, is left out. */
export async function readNewestTickets(call: GraphqlCall, { trackers }: TrackerNames): Promise<unknown> {
	return {
		trackers: await trackerResource.askSeveral(call, trackers, newestTickets, ({ tickets }, name) =>
			tickets
				? {
						...name,
						tickets: tickets.results.map(ticketVersionOf),
						areAll: tickets.results.length < rowsPerPage,
					}
				: undefined,
		),
	};
}
