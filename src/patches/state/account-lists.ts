import type { Log } from '../../base/log.ts';
import type { Client } from '../../forge/connect.ts';
import type { listRows } from '../../forge/rows/lists.ts';
import { List } from '../../forge/shapes/lists.ts';
import { AccountItems } from '../../platform/state/account-items.ts';
import type { Storage } from '../../platform/state/storage.ts';
import { ListCache } from './list-cache.ts';

interface AccountListsOptions {
	/** The id of the account's session. */
	readonly account: string;
	/** The account's user name, with the tilde. */
	readonly me: string;
	readonly client: Client<typeof listRows>;
	/** For data that can be read from the forge again; removed when the account signs out. */
	readonly cache: Storage;
	/** For the user's decisions; stays when the account signs out. */
	readonly permanent: Storage;
	readonly log: Log;
	readonly now?: () => number;
}

/** The mailing lists of an account: its own, and the pinned ones of other users. */
export type AccountLists = AccountItems<List, ListCache>;

export function createAccountLists({ client, ...options }: AccountListsOptions): AccountLists {
	const { account, me, cache, log, now } = options;
	return new AccountItems({
		...options,
		kind: { name: 'lists', shape: List, pins: 'list-pins', folders: ['list', 'patchsets', 'mails'] },
		list: (signal) => client.lists({}, { signal }),
		createCache: ({ owner, name }) =>
			new ListCache({
				key: { account, owner, list: name },
				...{ client, cache, log, isOwn: owner === me },
				...(now && { now }),
			}),
	});
}
