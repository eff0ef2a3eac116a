import type { List } from '../../forge/shapes/lists.ts';
import { AccountItemsView, type ItemsViewOptions } from '../../platform/items/account-items-view.ts';
import { followOutbox } from '../../platform/items/follow-outbox.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import { Users } from '../../platform/state/users.ts';
import { subscriptionScope } from '../state/lists/account-lists.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import { everyThread } from '../state/lists/series-summary.ts';
import type { ListAccount, MailingLists } from '../state/mailing-lists.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';
import { describeUsersOf } from './describe-users.ts';
import { listItems } from './list-items.ts';
import { listRow } from './list-rows.ts';
import { MyReviews } from './my-reviews.ts';
import { type ReviewDrafts, SentByMe } from './sent-by-me.ts';
import { hasWaitingStatuses, shownThreads } from './waiting-statuses.ts';

export interface PatchesViewOptions extends ItemsViewOptions<ListAccount> {
	readonly source: MailingLists;
	/** The statuses that are not on the forge yet. */
	readonly statuses: StatusChanges;
	readonly drafts: () => Promise<ReviewDrafts>;
	/** The saved queries. */
	readonly queries: () => readonly SavedQuery[];
}

export type PatchesView = AccountItemsView<ListAccount, ListKey, List, ListCache>;

/** The rows of the Patches view: what needs the user, what they have sent, and below each mailing list its patchsets by status, saved queries and other threads. */
export function createPatchesView({ statuses, drafts, ...options }: PatchesViewOptions): PatchesView {
	const users = new Users();
	const { seen } = options.source;
	return new AccountItemsView(
		{
			...listItems,
			optionalScopes: [subscriptionScope],
			id: 'tildeforge.patches',
			// The stored numbers do not count statuses that wait.
			needsAll: (key) => hasWaitingStatuses(key, statuses),
			listen: (didChange, lifetime) => {
				lifetime.add(followOutbox(statuses.outbox, didChange));
				lifetime.add(seen.onDidChange(didChange));
			},
			row: ({ account, cache, read, ...row }) => {
				if (cache.details && cache.details.value === undefined && !cache.details.lastError) read();
				const details = () => account.lists.details(listItems.itemOf(cache.key)) ?? cache.details?.value;
				const me = account.session.account;
				return listRow({
					...row,
					didOpen: () => {
						if (cache.isComplete) seen.begin(cache.key, everyThread(cache.threads), cache.asOf ?? 0);
						row.didOpen();
					},
					countUnseen: (thread) => seen.countUnseen(cache.key, thread, me),
					listCache: cache,
					threads: () => shownThreads(cache, statuses),
					me,
					details,
					describeUsers: describeUsersOf(users, account),
					queries: options.queries(),
				});
			},
			first: (lifetime) =>
				new MyReviews({
					source: options.source,
					lifetime,
					statuses,
					drafts,
					describeUsersOf: (account) => describeUsersOf(users, account),
				}),
			leading: (account, lifetime) =>
				new SentByMe({
					account,
					lifetime,
					statuses,
					seen,
					drafts,
					describeUsers: describeUsersOf(users, account),
					isVisible: options.isVisible,
				}),
		},
		options,
	);
}
