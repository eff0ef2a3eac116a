import type { Log } from '../../../base/log/log.ts';
import { ItemWatchSource } from '../../../platform/state/watch/item-watch-source.ts';
import type { Repositories } from '../repositories.ts';
import { repositoriesCheck } from './check-repositories.ts';
import { watchRepository } from './watch-repository.ts';

/** The repositories of all accounts, for the inbox. */
export const createRepositoryWatchSource = (source: Repositories, log: Log) =>
	new ItemWatchSource({
		kind: 'repository',
		hookTargets: {
			all: { family: 'repositoriesUser', params: {} },
			of: ({ owner, name }, { session, answered }) => ({
				family: 'repository',
				params: { owner, repository: name },
				...(owner === session.account && answered.has(name) && { sync: true }),
			}),
		},
		source,
		itemsOf: ({ repositories }) => repositories,
		serverOf: ({ instance }) => instance.repositories ?? instance.name,
		// In REST, each repository is read by itself.
		checkOf: ({ connection: { repositoryExtras } }) =>
			repositoryExtras && repositoriesCheck(repositoryExtras),
		read: ({ account, ...reading }) =>
			watchRepository({
				...reading,
				log,
				me: account.session.account,
				ownAddresses: () => account.ownAddresses.read(reading.signal),
			}),
	});
