import { listAll } from '../../forge/client/pages.ts';
import type { Repository } from '../../forge/shapes/repositories.ts';
import type { ItemKind } from '../../platform/items/item-kind.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { RepositoryAccount } from '../state/repositories.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';

/** Repositories, for views, pickers and pins. */
export const repositoryItems: ItemKind<RepositoryAccount, RepositoryKey, Repository, RepositoryCache> = {
	area: 'repositories',
	scopes: ['info:read', 'data:read'],
	noun: 'repository',
	nouns: 'repositories',
	titleNoun: 'Repository',
	names: {
		accepted: /^(?!\.{1,2}$|\.git|.*\.git$)[a-z0-9._-]+$/i,
		cannot: 'be . or .., or begin or end with .git',
	},
	icon: 'repo',
	commands: { pin: 'tildeforge.pinRepository', create: 'tildeforge.createRepository' },
	itemsOf: ({ repositories }) => repositories,
	keyOf: (account, { owner, name }) => ({ account, owner, repository: name }),
	itemOf: ({ owner, repository }) => ({ owner, name: repository }),
	read: ({ connection }, { owner, name }, options) =>
		connection.repositories?.repository({ owner, repository: name }, options),
	list: async ({ client }, owner, signal) =>
		(await listAll(client.repositories({ owner }, { signal }))).map(({ name, description, visibility }) => ({
			name,
			description,
			...(visibility !== 'public' && { note: visibility }),
		})),
};
