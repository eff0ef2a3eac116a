import { ticketStatuses } from '../../forge/shapes/trackers.ts';

type Status = (typeof ticketStatuses)[number];

/**
 * The statuses that the user can choose for a ticket, including its current one if it is known. Some forges only resolve and
 * reopen. Without a status, as for several tickets: all statuses that the forge accepts.
 */
export function statusesFor(
	status: string | undefined,
	{ resolveOnly }: { readonly resolveOnly: boolean },
): readonly Status[] {
	if (!resolveOnly) return ticketStatuses;
	const isClosed = status === undefined || status === 'resolved';
	return ticketStatuses.filter((to) => to === status || to === 'resolved' || (to === 'reported' && isClosed));
}
