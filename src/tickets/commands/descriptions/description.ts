import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { refOf, type TicketKey, type TrackerKey, trackerRef } from '../../../platform/model/keys.ts';
import type { TicketAccount } from '../../state/ticket-account.ts';
import type { Tickets } from '../../state/tickets.ts';

/** A description on the forge. */
export interface Description {
	/** What it describes: `~ana/editor` or `~ana/editor#3`. */
	readonly ref: string;
	readonly read: () => Promise<string>;
	/** Resolves with the text that the forge has now. Called after `read`. */
	readonly write: (text: string) => Promise<string>;
}

export function trackerDescription(account: TicketAccount, key: TrackerKey): Description {
	const { client, session, trackers } = account;
	const { owner, tracker } = key;
	return {
		ref: trackerRef(key),
		read: async () => (await client.tracker({ owner, tracker })).description,
		write: async (text) => {
			const updated = await client.updateTracker({ owner, tracker }, { description: text });
			if (updated.owner.canonical_name === session.account) trackers.put(updated);
			return updated.description;
		},
	};
}

/** The change of a description is stored, and is not new to the user. */
export function ticketDescription(tickets: Tickets, account: TicketAccount, key: TicketKey): Description {
	const { client, connection, session } = account;
	const { owner, tracker, ticket: number } = key;
	const path = { owner, tracker, ticket: number };
	let before: Ticket | undefined;
	return {
		ref: refOf(key),
		read: async () => {
			before = await client.ticket(path);
			return before.description;
		},
		write: async (text) => {
			const extras = connection.trackerExtras;
			if (!extras)
				throw new ForgeError('refused', 'On this forge, descriptions can only be edited in the browser.');
			const { ticket, events } = await extras.editTicket(path, { description: text });
			const lifetime = new Lifetime();
			tickets.trackerCache(key, lifetime)?.put(ticket, events);
			lifetime.dispose();
			if (before) await tickets.ownChanges.didSend(key, before, ticket, session.account);
			return ticket.description;
		},
	};
}
