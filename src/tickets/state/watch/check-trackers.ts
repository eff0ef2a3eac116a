import type { Client } from '../../../forge/client/connect.ts';
import type { trackerExtraRows } from '../../../forge/rows/trackers.ts';
import { itemsCheck } from '../../../platform/state/watch/items-check.ts';
import type { TrackerCache } from '../tracker-cache.ts';
import { versionOf } from './tracker-cursor.ts';

/** A forge answers requests of at most 200 points, and each tracker costs 13. */
const maxChecked = 15;

/** Checks the newest tickets of several trackers at once, with what shows whether they have changed. */
export const trackersCheck = (extras: Client<typeof trackerExtraRows>) =>
	itemsCheck({
		most: maxChecked,
		isKnown: ({ asOf, lastError, labels }: TrackerCache) =>
			asOf !== undefined && !lastError && labels.value !== undefined && !labels.lastError,
		ask: async (caches, signal) => {
			const trackers = caches.map(({ key: { owner, tracker } }) => ({ owner, tracker }));
			return (await extras.newestTickets({}, { trackers }, { signal })).trackers;
		},
		isUnchanged: ({ key, tickets: known }, { owner, tracker, tickets, areAll }) => {
			const hasDeleted = areAll && tickets.length < known.size;
			const isSame = (ticket: (typeof tickets)[number]) => {
				const before = known.get(ticket.id);
				return before !== undefined && versionOf(before) === versionOf(ticket);
			};
			return key.owner === owner && key.tracker === tracker && !hasDeleted && tickets.every(isSame);
		},
	});
