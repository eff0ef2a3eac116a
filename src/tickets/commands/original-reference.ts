import { refOf, type TicketKey, ticketAddress, trackerRef } from '../../platform/model/keys.ts';
import type { Instance } from '../../signin/instances/instance.ts';

/** The original of a duplicate, as a comment on the duplicate refers to it so that the forge links to it: `#27`. `forge` has the original. */
export function originalReference(
	duplicate: TicketKey,
	original: TicketKey,
	forge: Instance | undefined,
): string {
	if (duplicate.account !== original.account) {
		// The other account may belong to another forge, where the same reference means another ticket.
		const base = forge?.trackers;
		return base === undefined ? refOf(original) : ticketAddress(base, original);
	}
	const isSameTracker = trackerRef(duplicate) === trackerRef(original);
	return isSameTracker ? `#${original.ticket}` : refOf(original);
}
