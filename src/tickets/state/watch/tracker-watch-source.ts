import type { Log } from '../../../base/log/log.ts';
import type { DeliveryFacts } from '../../../forge/webhooks/delivery-facts.ts';
import { ItemWatchSource } from '../../../platform/state/watch/item-watch-source.ts';
import { readCursor } from '../../../platform/state/watch/read-news.ts';
import type { Tickets } from '../tickets.ts';
import type { TrackerCache } from '../tracker-cache.ts';
import { trackersCheck } from './check-trackers.ts';
import { isReportedInTracker, TrackerCursorShape, versionOf } from './tracker-cursor.ts';
import { watchTracker } from './watch-tracker.ts';

/** The kind of these resources, with which their ids begin. */
export const trackerKind = 'tracker';

/** The trackers of all accounts, for the inbox. */
export const createTrackerWatchSource = (source: Tickets, log: Log) =>
	new ItemWatchSource({
		kind: trackerKind,
		hookTargets: {
			all: { family: 'trackersUser', params: {} },
			of: ({ owner, name }) => ({ family: 'tracker', params: { owner, tracker: name } }),
		},
		source,
		itemsOf: ({ trackers }) => trackers,
		serverOf: ({ instance }) => instance.trackers ?? instance.name,
		// Only GraphQL checks several trackers with one request.
		checkOf: ({ connection: { trackerExtras } }) => trackerExtras && trackersCheck(trackerExtras),
		isKnown,
		read: ({ account, ...reading }) => watchTracker({ ...reading, me: account.session.account, log }),
	});

/**
 * Whether a delivery has nothing new: only what was reported before, or what the forge has answered to a change that was made here. Without
 * this, each comment of the user would be read again.
 */
async function isKnown(
	delivery: DeliveryFacts,
	{ answersHere, tickets }: TrackerCache,
	stored: unknown,
	signal: AbortSignal,
): Promise<boolean> {
	const { ticket, event, version } = delivery;
	const cursor = readCursor(TrackerCursorShape, stored);
	if (ticket === undefined || !cursor) return false;
	const isKnownYet = () => {
		const answer = answersHere.get(ticket);
		if (event !== undefined) return answer?.events.has(event) || isReportedInTracker(cursor, delivery);
		const known = tickets.get(ticket);
		if (!version || !known || versionOf(known) !== versionOf(version)) return false;
		const isAnswer = answer?.ticket && versionOf(answer.ticket) === versionOf(version);
		return isAnswer || isReportedInTracker(cursor, delivery);
	};
	if (isKnownYet()) return true;
	await answersHere.answered(ticket, signal);
	return isKnownYet();
}
