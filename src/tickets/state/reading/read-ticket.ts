import type { Client } from '../../../forge/client/connect.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { trackerRows } from '../../../forge/rows/trackers.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';

type TrackerClient = Client<typeof trackerRows>;

interface TicketSource<Found extends Ticket> {
	readonly ticket: (...request: Parameters<TrackerClient['ticket']>) => Promise<Found>;
	readonly events: TrackerClient['events'];
}

/**
 * Reads one ticket. For a number that does not exist, a real tracker answers 500, as for an internal error; only the events of
 * such a ticket are a 404.
 */
export async function readTicket<Found extends Ticket>(
	client: TicketSource<Found>,
	{ owner, tracker, ticket }: Omit<TicketKey, 'account'>,
	signal: AbortSignal,
): Promise<Found> {
	const path = { owner, tracker, ticket };
	try {
		return await client.ticket(path, { signal });
	} catch (error) {
		if (!(error instanceof ForgeError) || error.status !== 500) throw error;
		if (await hasEvents(client, path, signal)) throw error;
		throw new ForgeError('missing', 'This ticket does not exist.', { status: 500, cause: error });
	}
}

/** Also returns true if the answer is inconclusive. */
async function hasEvents(
	client: TicketSource<Ticket>,
	key: Omit<TicketKey, 'account'>,
	signal: AbortSignal,
): Promise<boolean> {
	try {
		for await (const _ of client.events(key, { signal })) return true;
		return true;
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		return error.kind !== 'missing';
	}
}
