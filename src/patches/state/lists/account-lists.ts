import type { Client } from '../../../forge/client/connect.ts';
import { listAll } from '../../../forge/client/pages.ts';
import { covers } from '../../../forge/contract/covers.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import { List, type Subscription } from '../../../forge/shapes/lists.ts';
import {
	AccountItems,
	type ItemsContext,
	type SubscribedItem,
} from '../../../platform/state/account-items.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import { ListCache } from './list-cache.ts';

/** The mailing lists of an account: its own, those that it subscribes to, and the pinned ones of other users. */
export type AccountLists = AccountItems<List, ListCache>;

/** The permission to read the account's subscriptions. */
export const subscriptionScope = 'subs:read';

export const subscribedItem = ({ id, list: { owner, name } }: Subscription): SubscribedItem => ({
	id,
	owner: owner.canonical_name,
	name,
});

export function createAccountLists(
	{ session, instance, connection }: Account,
	client: Client<typeof listRows>,
	storage: ItemsContext,
): AccountLists {
	const { id, account: me, scopes } = session;
	return new AccountItems({
		...storage,
		session,
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
				...storage,
				key: { account: id, owner, list: name },
				me,
				client,
				extras: connection.listExtras,
				isOwn: owner === me,
				home: instance,
			}),
	});
}
