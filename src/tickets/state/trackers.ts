import type { Log } from '../../base/log/log.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import { Tracker } from '../../forge/shapes/trackers.ts';
import { AccountItems } from '../../platform/state/account-items.ts';
import type { Storage } from '../../platform/state/store/storage.ts';
import { TrackerCache } from './tracker-cache.ts';

interface TrackersOptions {
	/** The id of the account's session. */
	readonly account: string;
	/** The account's user name, with the tilde. */
	readonly me: string;
	readonly client: Client<typeof trackerRows>;
	/** For data that can be read from the forge again; removed when the account signs out. */
	readonly cache: Storage;
	/** For the user's decisions; stays when the account signs out. */
	readonly permanent: Storage;
	readonly log: Log;
	readonly now?: () => number;
}

/** The trackers of an account: its own, and the pinned ones of other users. */
export type Trackers = AccountItems<Tracker, TrackerCache>;

export function createTrackers({ client, ...options }: TrackersOptions): Trackers {
	const { account, me, cache, log, now } = options;
	return new AccountItems({
		...options,
		kind: { name: 'trackers', shape: Tracker, pins: 'pins', folders: ['tickets', 'labels', 'ticket-counts'] },
		list: (signal) => client.trackers({ owner: me }, { signal }),
		createCache: ({ owner, name: tracker }) =>
			new TrackerCache({
				key: { account, owner, tracker },
				client,
				cache,
				log,
				...(now && { now }),
			}),
	});
}
