import type { Client } from '../../forge/client/connect.ts';
import type { repositoryExtraRows, repositoryRows } from '../../forge/rows/repositories.ts';
import { Repository } from '../../forge/shapes/repositories.ts';
import type { CloneObjects } from '../../platform/git/objects.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import { AccountItems, type ItemsContext } from '../../platform/state/account-items.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { ObjectFiles } from './object-files.ts';
import type { PushAnswerSettings } from './push-answer-settings.ts';
import { RepositoryCache } from './repository-cache.ts';

interface AccountRepositoriesOptions extends ItemsContext {
	/** Undefined in REST. */
	readonly extras?: Client<typeof repositoryExtraRows> | undefined;
	/** The objects of a repository's local clones. */
	readonly localObjects?: ((repository: ItemName) => readonly CloneObjects[]) | undefined;
	/** The most bytes of objects that are kept on the disk. */
	readonly maxBytes: () => number;
	/** The repositories whose pushes are answered. */
	readonly answered?: PushAnswerSettings;
}

/** The repositories of an account: its own, and the pinned ones of other users. */
export type AccountRepositories = AccountItems<Repository, RepositoryCache>;

export function createAccountRepositories(
	session: Session,
	client: Client<typeof repositoryRows>,
	{ extras, localObjects, maxBytes, answered, ...storage }: AccountRepositoriesOptions,
): AccountRepositories {
	const objectFiles = new ObjectFiles(storage.cache, maxBytes, storage.log);
	return new AccountItems({
		...storage,
		session,
		...(answered && { marked: answered }),
		kind: {
			name: 'repositories',
			shape: Repository,
			pins: 'repository-pins',
			folders: ['repository', 'references', 'log'],
		},
		list: (signal) => client.repositories({ owner: session.account }, { signal }),
		createCache: ({ owner, name }) =>
			new RepositoryCache({
				...storage,
				key: { account: session.id, owner, repository: name },
				client,
				extras,
				objectFiles,
				isOwn: owner === session.account,
				localObjects: localObjects && (() => localObjects({ owner, name })),
			}),
	});
}
