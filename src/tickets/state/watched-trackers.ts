import type { Log } from '../../base/log.ts';
import { WatchedItems } from '../../platform/state/watched-items.ts';
import type { Tickets } from './tickets.ts';
import { watchTracker } from './watch-tracker.ts';

/** The trackers of all accounts, for the inbox. */
export const watchedTrackers = (source: Pick<Tickets, 'accounts' | 'onDidChange'>, log: Log) =>
	new WatchedItems({
		kind: 'tracker',
		source,
		itemsOf: ({ trackers }) => trackers,
		serverOf: ({ instance }) => instance.trackers ?? instance.name,
		read: ({ account, cache, cursor, signal }) =>
			watchTracker({ cache, cursor, me: account.session.account, signal, log }),
	});
