import type { Log } from '../../../base/log/log.ts';
import type { Push } from '../../../forge/shapes/repositories.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import { ItemWatchSource } from '../../../platform/state/item-watch-source.ts';
import type { Repositories } from '../repositories.ts';
import { checkRepositories, maxChecked } from './check-repositories.ts';
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
			repositoryExtras && {
				most: maxChecked,
				run: (caches, signal) => checkRepositories(caches, repositoryExtras, signal),
			},
		read: ({ account, cache, cursor, deliveries, cause, signal }) =>
			watchRepository({
				cache,
				cursor,
				cause,
				me: account.session.account,
				signal,
				log,
				pushes: deliveries.flatMap(pushesOf),
				ownAddresses: () => account.ownAddresses.read(signal),
			}),
	});

/** Who has pushed is only known if the forge has signed it. */
function pushesOf({ delivery, isVerified }: Received): readonly Push[] {
	const isPush = isVerified && delivery.kind === 'event' && delivery.event === 'repo:post-update';
	return isPush ? [delivery.body] : [];
}
