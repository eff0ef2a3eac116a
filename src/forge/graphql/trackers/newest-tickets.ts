import type { Document } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import type { TicketVersionData } from './documents.ts';
import { ticketVersionOf } from './values.ts';

interface OwnerData {
	readonly tracker: {
		readonly tickets: { readonly results: readonly TicketVersionData[] } | null;
	} | null;
}

/**
 * The newest tickets of trackers, each of which has an alias: `tracker0`, `tracker1` and so on. Costs 13 points for each. Leaves out the
 * submitters: one that cannot be shown would make the whole list fail.
 */
export function newestTickets(count: number): Document<Readonly<Record<string, OwnerData | null>>> {
	const indexes = Array.from({ length: count }, (_, index) => index);
	const variables = indexes.map((index) => `$owner${index}: String!, $name${index}: String!`).join(', ');
	const trackers = indexes.map(
		(index) =>
			`tracker${index}: user(username: $owner${index}) { tracker(name: $name${index}) { tickets { results { ...ticket } } } }`,
	);
	return `query (${variables}) { ${trackers.join(' ')} } fragment ticket on Ticket {
		id title: subject updated status resolution labels { name } assignees { canonical_name: canonicalName }
	}`;
}

interface TrackerNames {
	readonly trackers: readonly { readonly owner: string; readonly tracker: string }[];
}

/** Reads the newest tickets of trackers. A tracker that is missing or hidden, or whose tickets cannot be listed, is left out. */
export async function readNewestTickets(call: GraphqlCall, { trackers }: TrackerNames): Promise<unknown> {
	const variables = trackers.flatMap(({ owner, tracker }, index) => [
		[`owner${index}`, owner.replace(/^~/, '')],
		[`name${index}`, tracker],
	]);
	const found = await call.ask(newestTickets(trackers.length), Object.fromEntries(variables), (data) => data);
	return {
		trackers: trackers.flatMap((name, index) => {
			const tickets = found[`tracker${index}`]?.tracker?.tickets;
			return tickets ? [{ ...name, tickets: tickets.results.map(ticketVersionOf) }] : [];
		}),
	};
}
