import type { Storage } from '../../base/files/storage.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import { ItemExistence } from '../../platform/state/item-existence.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { createTrackers, type TrackerClients, type Trackers } from './account-trackers.ts';
import { TrackerPermissions } from './tracker-permissions.ts';

/** An account whose forge has trackers. */
export interface TicketAccount extends Account {
	readonly trackers: Trackers;
	readonly permissions: TrackerPermissions;
	/** Which trackers the account sees on its forge. */
	readonly existing: ItemExistence;
	readonly client: Client<typeof trackerRows>;
}

interface TicketAccountOptions {
	/** Holds only data that can be read from the forge again. */
	readonly cache: Storage;
	/** Is kept when the account signs out. */
	readonly permanent: Storage;
	/** Called with the id of the account's session when its trackers have answered. */
	readonly didReach: (account: string) => void;
	readonly didChangeLabels: TrackerClients['didChangeLabels'];
	readonly log: Log;
}

/** Undefined if the forge has no trackers. */
export function openTicketAccount(
	account: Account,
	lifetime: Lifetime,
	{ cache, permanent, didReach, didChangeLabels, log }: TicketAccountOptions,
): TicketAccount | undefined {
	const { session, connection } = account;
	const { trackers: client, trackerExtras: extras } = connection;
	if (!client) return undefined;
	const { id, account: me } = session;
	const permissions = new TrackerPermissions(me, client);
	const trackers = lifetime.add(
		createTrackers(session, { client, extras, permissions, didChangeLabels }, { cache, permanent, log }),
	);
	lifetime.add(connection.onDidAnswer((area) => area === 'trackers' && didReach(id)));
	const existing = new ItemExistence({
		kind: 'trackers',
		isKnown: (item) => trackers.knows(item),
		read: ({ owner, name }, signal) => client.tracker({ owner, tracker: name }, { signal }),
		cache,
		log,
	});
	return { ...account, client, trackers, permissions, existing };
}
