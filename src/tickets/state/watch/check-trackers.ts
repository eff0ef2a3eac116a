import type { Client } from '../../../forge/client/connect.ts';
import type { trackerExtraRows } from '../../../forge/rows/trackers.ts';
import type { TicketVersion } from '../../../forge/shapes/trackers.ts';
import type { TrackerCache } from '../tracker-cache.ts';
import { versionOf } from './tracker-cursor.ts';

/** A forge answers requests of at most 200 points, and each tracker costs 13. */
export const maxChecked = 15;

/**
 * Asks for the newest tickets of several trackers at once, with what shows whether they have changed. A tracker in which they are as they
 * are known counts as just read. The others, and those that the forge does not show, are left to reads of their own. Fails with a
 * `ForgeError`.
 */
export async function checkTrackers(
	caches: readonly TrackerCache[],
	extras: Client<typeof trackerExtraRows>,
	signal: AbortSignal,
): Promise<void> {
	const checked = caches.filter(isKnown);
	if (checked.length === 0) return;
	const names = checked.map(({ key: { owner, tracker } }) => ({ owner, tracker }));
	const { trackers } = await extras.newestTickets({}, { trackers: names }, { signal });
	for (const { owner, tracker, tickets, areAll } of trackers) {
		const cache = checked.find(({ key }) => key.owner === owner && key.tracker === tracker);
		if (!cache || !isKnown(cache)) continue;
		const hasDeleted = areAll && tickets.length < cache.tickets.size;
		if (!hasDeleted && tickets.every((ticket) => isSameVersion(cache, ticket))) cache.confirmNewest();
	}
}

/** Whether nothing but changed tickets would have to be read. */
const isKnown = ({ asOf, lastError, labels }: TrackerCache): boolean =>
	asOf !== undefined && !lastError && labels.value !== undefined && !labels.lastError;

function isSameVersion({ tickets }: TrackerCache, ticket: TicketVersion): boolean {
	const known = tickets.get(ticket.id);
	return known !== undefined && versionOf(known) === versionOf(ticket);
}
