import { refOf, type TicketKey, ticketAddress, trackerRef } from '../../platform/model/keys.ts';
import type { Tickets } from '../state/tickets.ts';

/** The comment that names the original of a duplicate, so that the forge links to it: `Duplicate of #27`. */
export function duplicateComment(
	tickets: Pick<Tickets, 'of'>,
	duplicate: TicketKey,
	original: TicketKey,
): string {
	if (duplicate.account !== original.account) {
		// The other account may belong to another forge, where the same reference means another ticket.
		const base = tickets.of(original.account)?.instance.trackers;
		return `Duplicate of ${base === undefined ? refOf(original) : ticketAddress(base, original)}`;
	}
	const isSameTracker = trackerRef(duplicate) === trackerRef(original);
	return `Duplicate of ${isSameTracker ? `#${original.ticket}` : refOf(original)}`;
}
