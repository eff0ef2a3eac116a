import * as v from 'valibot';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { isOpen } from '../model/query/match.ts';

export const TrackerCountsShape = v.object({
	/** How many of the known tickets are open. */
	open: v.number(),
	/** Whether the forge may have more tickets. */
	mayBeMore: v.boolean(),
});

export type TrackerCounts = v.InferOutput<typeof TrackerCountsShape>;

interface KnownTracker {
	readonly tickets: ReadonlyMap<number, Ticket>;
	readonly isComplete: boolean;
}

/** What the row of a tracker shows. Undefined if not even one open ticket is known and there may be some. */
export function countsOf({ tickets, isComplete }: KnownTracker): TrackerCounts | undefined {
	let open = 0;
	for (const { status } of tickets.values()) if (isOpen(status)) open += 1;
	if (!isComplete && open === 0) return undefined;
	return { open, mayBeMore: !isComplete };
}
