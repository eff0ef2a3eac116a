import { join } from 'node:path';
import { background } from '../../base/background.ts';
import { fileStorage } from '../../base/files/file-storage.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { repositoryRows } from '../../forge/rows/repositories.ts';
import type { CloneObjects } from '../../platform/git/objects.ts';
import type { SeenCommits } from '../../platform/model/forge-events.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { ItemExistence } from '../../platform/state/item-existence.ts';
import { PerAccount } from '../../platform/state/per-account.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { type AccountRepositories, createAccountRepositories } from './account-repositories.ts';
import { CodeSearch } from './code-search.ts';
import { OwnAddresses } from './own-addresses.ts';
import { PushAnswerSettings } from './push-answer-settings.ts';
import type { RepositoryCache } from './repository-cache.ts';

/** An account whose forge has repositories. */
export interface RepositoryAccount extends Account {
	readonly repositories: AccountRepositories;
	/** The repositories whose pushes are answered. */
	readonly answered: PushAnswerSettings;
	/** Which repositories the account sees on its forge. */
	readonly existing: ItemExistence;
	readonly client: Client<typeof repositoryRows>;
	readonly codeSearch: CodeSearch;
	/** The mail addresses of the user. */
	readonly ownAddresses: OwnAddresses;
	/** Call when the user looks at commits, and at those that `targets` lead to. */
	readonly didSee: (what: SeenCommits) => void;
}

interface RepositoriesOptions {
	readonly forges: AccountSource;
	/** The editor's storage folder for this extension. */
	readonly folder: string;
	/** The objects of a repository's local clones. */
	readonly localObjects?: (repository: ItemName & { readonly instance: string }) => readonly CloneObjects[];
	/** The mail addresses of the commits that the user makes in local clones. */
	readonly localAddresses?: () => readonly string[];
	/** The most bytes of objects that are kept on the disk for each account. */
	readonly maxBytes: () => number;
	readonly log: Log;
}

/** The repositories of each account. */
export class Repositories extends PerAccount<RepositoryAccount> {
	/** Resolves when the stored repositories and pins of each account are loaded. */
	static async open(options: RepositoriesOptions): Promise<Repositories> {
		const repositories = new Repositories(options);
		await repositories.update();
		return repositories;
	}

	private constructor(options: RepositoriesOptions) {
		const { forges, log } = options;
		super({
			forges,
			create: (account, lifetime) => openRepositoryAccount(account, lifetime, options),
			open: async ({ repositories, answered }) => {
				await Promise.all([answered.open(), repositories.open()]);
			},
			log,
		});
		this.lifetime.add(forges.onDidChange(() => background(this.update())));
	}

	/** The accounts of a forge that may see a repository, the owner first. */
	accountsThatMaySee(instance: string, owner: string): readonly RepositoryAccount[] {
		const there = this.accounts.filter(
			(account) => account.instance.name.toLowerCase() === instance.toLowerCase(),
		);
		const isOwner = ({ session }: RepositoryAccount) => session.account === owner;
		return [...there.filter(isOwner), ...there.filter((one) => !isOwner(one))];
	}

	/** The cache of a repository, kept until `lifetime` ends; undefined if the account is gone. */
	cache({ account, owner, repository }: RepositoryKey, lifetime: Lifetime): RepositoryCache | undefined {
		return this.of(account)?.repositories.cache({ owner, name: repository }, lifetime);
	}
}

/** Undefined if the forge has no repositories. */
function openRepositoryAccount(
	account: Account,
	lifetime: Lifetime,
	{ forges, folder, localObjects, localAddresses = () => [], maxBytes, log }: RepositoriesOptions,
): RepositoryAccount | undefined {
	const { session, connection, instance } = account;
	const { repositories: client } = connection;
	if (!client) return undefined;
	const codeSearch = new CodeSearch(connection.repositoryExtras, instance.name);
	const cache = forges.caches.of(session.id);
	const permanent = fileStorage(join(folder, 'kept'), log);
	const answered = lifetime.add(new PushAnswerSettings(session.id, permanent, log));
	const repositories = lifetime.add(
		createAccountRepositories(session, client, {
			cache,
			permanent,
			answered,
			extras: codeSearch.extras,
			localObjects: localObjects && ((item) => localObjects({ ...item, instance: instance.name })),
			maxBytes,
			log,
		}),
	);
	const existing = new ItemExistence({
		kind: 'repositories',
		isKnown: (item) => repositories.knows(item),
		read: ({ owner, name }, signal) => client.repository({ owner, repository: name }, { signal }),
		cache,
		log,
	});
	const ownAddresses = new OwnAddresses(client, localAddresses, { cache, log });
	const didSee = (what: SeenCommits) => forges.seen.didSee(what);
	return { ...account, client, codeSearch, repositories, answered, existing, ownAddresses, didSee };
}
