import type { List } from '../../forge/shapes/lists.ts';
import { AccountItemsView, type AccountItemsViewOptions } from '../../platform/view/account-items-view.ts';
import { listsArea } from '../model/list-kind.ts';
import type { ListCache } from '../state/list-cache.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import { listRow } from './list-rows.ts';
import { noListsRows } from './no-lists-rows.ts';

export type PatchesView = AccountItemsView<ListAccount, List, ListCache>;

/** The rows of the Patches view: below each mailing list its patchsets by status, and its other threads. */
export const createPatchesView = (options: AccountItemsViewOptions<ListAccount>): PatchesView =>
	new AccountItemsView<ListAccount, List, ListCache>(
		{
			...listsArea,
			id: 'tildeforge.patches',
			itemsName: 'mailing lists',
			itemsOf: ({ lists }) => lists,
			read: ({ account, owner, name }) => account.connection.lists?.list({ owner, list: name }),
			row: ({ account, cache, read, ...row }) => {
				const { owner, list } = cache.key;
				if (cache.details && cache.details.value === undefined && !cache.details.lastError) read();
				const details = () => account.lists.details({ owner, name: list }) ?? cache.details?.value;
				return listRow({
					...row,
					listCache: cache,
					me: account.session.account,
					description: () => details()?.description,
					now: options.now ?? Date.now,
				});
			},
			emptyRows: noListsRows,
		},
		options,
	);
