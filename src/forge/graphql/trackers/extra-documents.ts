import type { Document } from '../document.ts';

interface Numbered {
	readonly id: number;
}

export const deleteTicket: Document<{ readonly deleted: Numbered | null }> =
	`mutation ($tracker: Int!, $ticket: Int!) {
		deleted: deleteTicket(trackerId: $tracker, ticketId: $ticket) { id }
	}`;
