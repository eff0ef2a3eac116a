import { ticketStatuses } from '../../forge/shapes/trackers.ts';

type Status = (typeof ticketStatuses)[number];

/**
 * The statuses that can be chosen for a ticket, with its own where it is one of them. Some forges only resolve and reopen. Where no
 * status is given, as for several tickets: all that the forge can be asked for.
 */
export function statusesFor(
	status: string | undefined,
	{ resolveOnly }: { readonly resolveOnly: boolean },
): readonly Status[] {
	if (!resolveOnly) return ticketStatuses;
	const isClosed = status === undefined || status === 'resolved';
	return ticketStatuses.filter((to) => to === status || to === 'resolved' || (to === 'reported' && isClosed));
}
