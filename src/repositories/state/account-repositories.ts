import type { Client } from '../../forge/client/connect.ts';
import type { repositoryRows } from '../../forge/rows/repositories.ts';
import { Repository } from '../../forge/shapes/repositories.ts';
import type { Objects } from '../../platform/git/objects.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import { AccountItems, type ItemsContext } from '../../platform/state/account-items.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { ObjectFiles } from './object-files.ts';
import type { PushAnswerSettings } from './push-answer-settings.ts';
import { RepositoryCache } from './repository-cache.ts';

interface AccountRepositoriesOptions extends ItemsContext {
	/** The objects of a repository's local clones. */
	readonly localObjects?: (repository: ItemName) => readonly Objects[];
	/** The most bytes of objects that are kept on the disk. */
	readonly maxBytes: () => number;
	/** The repositories whose pushes are answered. */
	readonly marked?: PushAnswerSettings;
}

/** The repositories of an account: its own, and the pinned ones of other users. */
export type AccountRepositories = AccountItems<Repository, RepositoryCache>;

export function createAccountRepositories(
	session: Session,
	client: Client<typeof repositoryRows>,
	{ localObjects, maxBytes, marked, ...storage }: AccountRepositoriesOptions,
): AccountRepositories {
	const { id, account: me } = session;
	const objectFiles = new ObjectFiles({ storage: storage.cache, log: storage.log, maxBytes });
	return new AccountItems({
		...storage,
		session,
		...(marked && { marked }),
		kind: {
			name: 'repositories',
			shape: Repository,
			pins: 'repository-pins',
			folders: ['repository', 'references', 'log'],
		},
		list: (signal) => client.repositories({ owner: me }, { signal }),
		createCache: ({ owner, name }) =>
			new RepositoryCache({
				...storage,
				key: { account: id, owner, repository: name },
				client,
				objectFiles,
				isOwn: owner === me,
				...(localObjects && { localObjects: () => localObjects({ owner, name }) }),
			}),
	});
}
