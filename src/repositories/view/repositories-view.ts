import type { Repository } from '../../forge/shapes/repositories.ts';
import { AccountItemsView, type ItemsViewOptions } from '../../platform/items/account-items-view.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { RepositoryAccount } from '../state/repositories.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import type { TreeInput } from './entry-rows.ts';
import { repositoryItems } from './repository-items.ts';
import { repositoryRow } from './repository-rows.ts';

export type RepositoriesView = AccountItemsView<
	RepositoryAccount,
	RepositoryKey,
	Repository,
	RepositoryCache
>;

interface RepositoriesViewOptions extends ItemsViewOptions<RepositoryAccount> {
	readonly submodules: TreeInput['submodules'];
}

/** The rows of the Repositories view: below each repository its files, branches, tags and history. */
export const createRepositoriesView = ({
	submodules,
	...options
}: RepositoriesViewOptions): RepositoriesView =>
	new AccountItemsView(
		{
			...repositoryItems,
			id: 'tildeforge.repositories',
			row: ({ account, cache, read, ...row }) => {
				const { key, details } = cache;
				// The row has only the name at first: a forge that does not answer must not delay the others.
				if (details && details.value === undefined && !details.lastError) read();
				return repositoryRow({
					...row,
					repositoryCache: cache,
					me: account.session.account,
					didSee: (commits, targets) => account.didSee({ repository: key, commits, targets }),
					instance: account.instance.name,
					submodules,
					baseAddress: account.instance.repositories ?? '',
					canAnswerPushes: !account.connection.hidesPushAnswers,
					canSearchCode: () => account.codeSearch.isOffered,
					answersPushes: () => key.owner === account.session.account && account.answered.has(key.repository),
					details: () => account.repositories.details(repositoryItems.itemOf(key)) ?? details?.value,
				});
			},
		},
		options,
	);
