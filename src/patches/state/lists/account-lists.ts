import type { Log } from '../../../base/log/log.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { listAll } from '../../../forge/client/pages.ts';
import { covers } from '../../../forge/contract/covers.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import { List, type Subscription } from '../../../forge/shapes/lists.ts';
import type { ServiceAddresses } from '../../../platform/model/references.ts';
import { AccountItems, type SubscribedItem } from '../../../platform/state/account-items.ts';
import type { Storage } from '../../../platform/state/store/storage.ts';
import { ListCache } from './list-cache.ts';

interface AccountListsOptions {
	/** The id of the account's session. */
	readonly account: string;
	/** The account's user name, with the tilde. */
	readonly me: string;
	/** What the account's token may do; null if that is unknown. */
	readonly scopes: readonly string[] | null;
	readonly client: Client<typeof listRows>;
	/** For data that can be read from the forge again; removed when the account signs out. */
	readonly cache: Storage;
	/** For the user's decisions; stays when the account signs out. */
	readonly permanent: Storage;
	readonly log: Log;
	readonly now?: () => number;
	/** The web addresses of the forge. */
	readonly home?: ServiceAddresses;
}

/** The mailing lists of an account: its own, those that it subscribes to, and the pinned ones of other users. */
export type AccountLists = AccountItems<List, ListCache>;

/** The permission to read the account's subscriptions. */
export const subscriptionScope = 'subs:read';

export const subscribedItem = ({ id, list: { owner, name } }: Subscription): SubscribedItem => ({
	id,
	owner: owner.canonical_name,
	name,
});

export function createAccountLists({ client, scopes, home, ...options }: AccountListsOptions): AccountLists {
	const { account, me, cache, log, now } = options;
	return new AccountItems({
		...options,
		kind: {
			name: 'lists',
			shape: List,
			pins: 'list-pins',
			folders: ['list', 'patchsets', 'mails', 'series', 'list-queries', 'list-counts'],
		},
		list: (signal) => client.lists({}, { signal }),
		...((scopes === null || covers(scopes, subscriptionScope)) && {
			listSubscribed: async (signal: AbortSignal) =>
				(await listAll(client.subscriptions({}, { signal }))).map(subscribedItem),
		}),
		createCache: ({ owner, name }) =>
			new ListCache({
				key: { account, owner, list: name },
				me,
				client,
				cache,
				log,
				isOwn: owner === me,
				...(now && { now }),
				...(home && { home }),
			}),
	});
}
