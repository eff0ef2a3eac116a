import type { Client } from '../forge/connect.ts';
import { ForgeError } from '../forge/errors.ts';
import type { trackerRows } from '../forge/rows/trackers.ts';
import type { Ticket } from '../forge/shapes/trackers.ts';
import type { TrackerKey } from '../model/ticket.ts';

interface Means {
	readonly client: Pick<Client<typeof trackerRows>, 'createTicket' | 'tickets'>;
	/** Who creates it. */
	readonly me: string;
	/** What is known of the tracker, by number. */
	readonly known: ReadonlyMap<number, Ticket>;
}

type Place = Omit<TrackerKey, 'account'>;
type Creation = Parameters<Means['client']['createTicket']>[1];

/**
 * Creates a ticket. Where the request failed after the forge may have done it, the newest tickets are read: if it is among them, it was
 * created, and nobody is led to create it twice.
 */
export async function createTicket(means: Means, place: Place, creation: Creation): Promise<Ticket> {
	const { client, known } = means;
	const newest = Math.max(0, ...known.keys());
	try {
		return await client.createTicket(place, creation);
	} catch (error) {
		if (!(error instanceof ForgeError) || !error.mayBeDone) throw error;
		const made = await find(means, place, creation, newest);
		if (made) return made;
		throw error;
	}
}

async function find(
	{ client, me }: Means,
	place: Place,
	{ title, description = '' }: Creation,
	newest: number,
): Promise<Ticket | undefined> {
	const isIt = (ticket: Ticket) =>
		ticket.id > newest &&
		ticket.submitter?.type === 'user' &&
		ticket.submitter.canonical_name === me &&
		plain(ticket.title) === plain(title) &&
		plain(ticket.description ?? '') === plain(description);
	try {
		// New tickets are on the first page.
		for await (const { rows } of client.tickets(place)) return rows.find(isIt);
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
	}
	return undefined;
}

/** Servers change the line breaks and ends of a text. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();
