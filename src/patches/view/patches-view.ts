import { background } from '../../base/background.ts';
import type { List } from '../../forge/shapes/lists.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import { Users } from '../../platform/state/users.ts';
import { AccountItemsView, type AccountItemsViewOptions } from '../../platform/view/account-items-view.ts';
import { listsArea } from '../model/list-kind.ts';
import { subscriptionScope } from '../state/lists/account-lists.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import { everyThread } from '../state/lists/series-summary.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import type { SeriesSeenState } from '../state/series/series-seen-state.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';
import { describeUsersOf } from './describe-users.ts';
import { listRow } from './list-rows.ts';
import { Mine } from './mine.ts';
import { noListsRows } from './no-lists-rows.ts';
import { hasPendingStatuses, withPendingStatuses } from './pending-statuses.ts';

export interface PatchesViewOptions extends AccountItemsViewOptions<ListAccount> {
	/** The statuses that are not on the forge yet. */
	readonly statuses: Pick<StatusChanges, 'pendingStatusOf' | 'outbox'>;
	readonly seen: Pick<SeriesSeenState, 'isUnseen' | 'isUnseenOfMine' | 'begin' | 'beginMine' | 'onDidChange'>;
	/** The saved queries. */
	readonly queries: () => readonly SavedQuery[];
}

export type PatchesView = AccountItemsView<ListAccount, List, ListCache>;

/** The rows of the Patches view: what the user has sent, and below each mailing list its patchsets by status, saved queries and other threads. */
export function createPatchesView({ statuses, seen, ...options }: PatchesViewOptions): PatchesView {
	const users = new Users();
	return new AccountItemsView<ListAccount, List, ListCache>(
		{
			...listsArea,
			optionalScopes: [subscriptionScope],
			id: 'tildeforge.patches',
			itemsName: 'mailing lists',
			itemsOf: ({ lists }) => lists,
			read: ({ account, owner, name }) => account.connection.lists?.list({ owner, list: name }),
			row: ({ account, cache, read, ...row }) => {
				const { owner, list } = cache.key;
				if (cache.details && cache.details.value === undefined && !cache.details.lastError) read();
				// The stored numbers are without them.
				if (cache.storedCounts && hasPendingStatuses(cache.key, statuses)) background(cache.open());
				const details = () => account.lists.details({ owner, name: list }) ?? cache.details?.value;
				const me = account.session.account;
				return listRow({
					...row,
					didOpen: () => {
						if (cache.isComplete) seen.begin(cache.key, everyThread(cache.threads));
						row.didOpen();
					},
					isUnseen: (thread) => seen.isUnseen(cache.key, thread, me),
					listCache: withPendingStatuses(cache, statuses),
					me,
					details,
					describeUsers: describeUsersOf(users, account),
					queries: options.queries(),
					now: options.now ?? Date.now,
				});
			},
			leading: (account, lifetime) =>
				new Mine({
					account,
					lifetime,
					statuses,
					seen,
					describeUsers: describeUsersOf(users, account),
					isVisible: options.isVisible,
					now: options.now ?? Date.now,
				}),
			emptyRows: noListsRows,
		},
		options,
	);
}
