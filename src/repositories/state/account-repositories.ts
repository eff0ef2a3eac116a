import type { Log } from '../../base/log/log.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { repositoryRows } from '../../forge/rows/repositories.ts';
import { Repository } from '../../forge/shapes/repositories.ts';
import type { Objects } from '../../platform/git/objects.ts';
import { AccountItems } from '../../platform/state/account-items.ts';
import type { Pin } from '../../platform/state/pins.ts';
import type { Storage } from '../../platform/state/store/storage.ts';
import { ObjectFiles } from './object-files.ts';
import type { PushAnswerSettings } from './push-answer-settings.ts';
import { RepositoryCache } from './repository-cache.ts';

interface AccountRepositoriesOptions {
	/** The id of the account's session. */
	readonly account: string;
	/** The account's user name, with the tilde. */
	readonly me: string;
	readonly client: Client<typeof repositoryRows>;
	/** For data that can be read from the forge again; removed when the account signs out. */
	readonly cache: Storage;
	/** For the user's decisions; stays when the account signs out. */
	readonly permanent: Storage;
	/** The objects of a repository's local clones. */
	readonly localObjects?: (repository: Pin) => readonly Objects[];
	/** The most bytes of objects that are kept on the disk. */
	readonly mostBytes: () => number;
	/** The repositories whose pushes are answered. */
	readonly marked?: PushAnswerSettings;
	readonly log: Log;
	readonly now?: () => number;
}

/** The repositories of an account: its own, and the pinned ones of other users. */
export type AccountRepositories = AccountItems<Repository, RepositoryCache>;

export function createAccountRepositories({
	client,
	localObjects,
	mostBytes,
	...options
}: AccountRepositoriesOptions): AccountRepositories {
	const { account, me, cache, log, now } = options;
	const objectFiles = new ObjectFiles({ storage: cache, log, mostBytes });
	return new AccountItems({
		...options,
		kind: {
			name: 'repositories',
			shape: Repository,
			pins: 'repository-pins',
			folders: ['repository', 'references', 'log'],
		},
		list: (signal) => client.repositories({ owner: me }, { signal }),
		createCache: ({ owner, name }) =>
			new RepositoryCache({
				key: { account, owner, repository: name },
				client,
				cache,
				log,
				objectFiles,
				isOwn: owner === me,
				...(localObjects && { localObjects: () => localObjects({ owner, name }) }),
				...(now && { now }),
			}),
	});
}
