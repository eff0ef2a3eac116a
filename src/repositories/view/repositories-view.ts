import type { Repository } from '../../forge/shapes/repositories.ts';
import { AccountItemsView, type AccountItemsViewOptions } from '../../platform/view/account-items-view.ts';
import { repositoriesArea } from '../model/repository-kind.ts';
import type { RepositoryAccount } from '../state/repositories.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import { noRepositoriesRows } from './no-repositories-rows.ts';
import { repositoryRow } from './repository-rows.ts';

export type RepositoriesView = AccountItemsView<RepositoryAccount, Repository, RepositoryCache>;

/** The rows of the Repositories view: below each repository its files, branches, tags and history. */
export const createRepositoriesView = (
	options: AccountItemsViewOptions<RepositoryAccount>,
): RepositoriesView =>
	new AccountItemsView<RepositoryAccount, Repository, RepositoryCache>(
		{
			...repositoriesArea,
			id: 'tildeforge.repositories',
			itemsName: 'repositories',
			itemsOf: ({ repositories }) => repositories,
			read: ({ account, owner, name }) =>
				account.connection.repositories?.repository({ owner, repository: name }),
			row: ({ account, cache, read, ...row }) => {
				const { key, details } = cache;
				// The row has only the name at first: a forge that does not answer must not delay the others.
				if (details && details.value === undefined && !details.lastError) read();
				const name = { owner: key.owner, name: key.repository };
				return repositoryRow({
					...row,
					repositoryCache: cache,
					me: account.session.account,
					didSee: (commits, targets) => account.shown.see(key, commits, targets),
					instance: account.instance.name,
					answersPushes: () => key.owner === account.session.account && account.answered.has(key.repository),
					details: () => account.repositories.details(name) ?? details?.value,
					now: options.now ?? Date.now,
				});
			},
			emptyRows: noRepositoriesRows,
		},
		options,
	);
