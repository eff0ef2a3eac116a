import { ForgeError } from '../../../forge/contract/errors.ts';
import type { GitTree, Objects } from '../../../platform/git/objects.ts';
import type { RepositoryKey } from '../../../platform/model/keys.ts';
import { hostedRepository } from '../../../platform/model/remote-url.ts';
import { repositoryAddress } from '../../../platform/model/repository-pages.ts';
import { findEntry } from '../../model/find-entry.ts';
import { parseModules, resolveModuleUrl } from '../../model/git-modules.ts';
import type { Repositories } from '../repositories.ts';
import type { RepositoryPool } from '../repository-pool.ts';

/** A commit of a repository that has submodules. */
export interface CommitTree {
	readonly key: RepositoryKey;
	readonly objects: Objects;
	readonly commit: string;
	/** The tree of the commit. */
	readonly root: GitTree;
}

/** Where the files of a submodule are. */
export type Submodule =
	/** In a commit that one of the accounts sees. `instance` is the name of the forge. */
	| { readonly kind: 'found'; readonly instance: string; readonly tree: CommitTree }
	/** On a forge of the user, which does not have the commit or does not show it to them. */
	| { readonly kind: 'missing'; readonly url: string }
	/** Not on a forge of the user. The URL is undefined if `.gitmodules` has none. */
	| { readonly kind: 'elsewhere'; readonly url: string | undefined };

/** More than any list of submodules that people write. */
const maxBytes = 1024 * 1024;

/** The URL of the repository of the submodule at a path. Undefined if `.gitmodules` has none. */
export async function urlOfSubmodule(
	{ key, objects, commit, root }: CommitTree,
	path: string,
	repositories: Repositories,
): Promise<string | undefined> {
	const name = '.gitmodules';
	const found = await findEntry(objects, root, name, { commit, followLast: false });
	// git does not follow a link here, either.
	if (found.kind !== 'entry' || !['file', 'executable'].includes(found.entry.kind)) return undefined;
	const location = { commit, path: name };
	const blob = await objects.blob(found.entry.id, { location, most: maxBytes });
	const url = blob?.kind === 'bytes' && parseModules(new TextDecoder().decode(blob.bytes)).get(path);
	const base = repositories.of(key.account)?.instance.repositories;
	if (!url || base === undefined) return url || undefined;
	return resolveModuleUrl(url, repositoryAddress(base, key));
}

export interface SubmoduleFinder {
	/** `commit` is the one that the submodule at `path` is at. */
	find(outer: CommitTree, path: string, commit: string): Promise<Submodule>;
}

/** Finds the files of submodules in the repositories of the user's forges. */
export class Submodules implements SubmoduleFinder {
	readonly #repositories: Repositories;
	readonly #pool: RepositoryPool;

	constructor(repositories: Repositories, pool: RepositoryPool) {
		this.#repositories = repositories;
		this.#pool = pool;
	}

	async find(outer: CommitTree, path: string, commit: string): Promise<Submodule> {
		const url = await urlOfSubmodule(outer, path, this.#repositories);
		const instances = this.#repositories.accounts.map(({ instance }) => instance);
		const hosted = url === undefined ? undefined : hostedRepository(url, instances);
		if (url === undefined || !hosted) return { kind: 'elsewhere', url };
		const instance = hosted.instance.name;
		for (const { key, objects } of this.#pool.at({ ...hosted, instance })) {
			const root = await ignoreForbidden(objects.rootTree(commit));
			if (root) return { kind: 'found', instance, tree: { key, objects, commit, root } };
		}
		return { kind: 'missing', url };
	}
}

async function ignoreForbidden<T>(read: Promise<T>): Promise<T | undefined> {
	try {
		return await read;
	} catch (error) {
		if (error instanceof ForgeError && error.kind === 'forbidden') return undefined;
		throw error;
	}
}
