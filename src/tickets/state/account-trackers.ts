import type { Client } from '../../forge/client/connect.ts';
import type { trackerExtraRows, trackerRows } from '../../forge/rows/trackers.ts';
import { type Label, Tracker } from '../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { AccountItems, type ItemsContext } from '../../platform/state/account-items.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { TrackerCache } from './tracker-cache.ts';
import type { TrackerPermissions } from './tracker-permissions.ts';

/** The trackers of an account: its own, and the pinned ones of other users. */
export type Trackers = AccountItems<Tracker, TrackerCache>;

export interface TrackerClients {
	readonly client: Client<typeof trackerRows>;
	/** Undefined in REST. */
	readonly extras?: Client<typeof trackerExtraRows> | undefined;
	readonly permissions?: TrackerPermissions | undefined;
	/** See `TrackerCacheOptions`. */
	readonly didChangeLabels?: ((tracker: TrackerKey, labels: readonly Label[]) => Promise<void>) | undefined;
}

export function createTrackers(session: Session, clients: TrackerClients, storage: ItemsContext): Trackers {
	return new AccountItems({
		...storage,
		session,
		kind: { name: 'trackers', shape: Tracker, pins: 'pins', folders: ['tickets', 'labels', 'ticket-counts'] },
		list: (signal) => clients.client.trackers({ owner: session.account }, { signal }),
		createCache: ({ owner, name: tracker }) =>
			new TrackerCache({ ...storage, ...clients, key: { account: session.id, owner, tracker } }),
	});
}
