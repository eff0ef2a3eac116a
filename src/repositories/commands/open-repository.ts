import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { GitTree, ReadObject } from '../../platform/git/objects.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { RepositoryAddress } from '../model/file-address.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import { head, isHead, type Revision, revisionName } from '../model/revision.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';

/** A repository that a command works with, kept open until the command ends. */
export interface OpenRepository {
	readonly account: RepositoryAccount;
	readonly cache: RepositoryCache;
	readonly key: RepositoryKey;
}

/** Opens a repository until `lifetime` ends. Fails if its account is signed out. */
export function openRepository(
	repositories: Repositories,
	key: RepositoryKey,
	lifetime: Lifetime,
): OpenRepository {
	const account = repositories.of(key.account);
	const cache = repositories.cache(key, lifetime);
	if (account && cache) return { account, cache, key };
	throw signedOut('repository');
}

/** The error for a revision without files: it does not exist, nothing was pushed yet, or `HEAD` names a missing branch. */
export function noFilesError({ key, refs }: RepositoryCache, revision: Revision): ForgeError {
	const { branches = [] } = refs ?? {};
	const reasonForHead =
		branches.length === 0
			? 'no files yet. Push to it to add some'
			: 'no default branch. Select one of its branches';
	const reason = isHead(revision) ? reasonForHead : `no files at ${revisionName(revision)}`;
	return new ForgeError('missing', `${repositoryRef(key)} has ${reason}.`);
}

/** Reads the tree of a revision. `commit` is the id of its commit or annotated tag. Fails if there is none. */
export async function readRoot(
	cache: RepositoryCache,
	revision: Revision,
	options: ReadObject = {},
): Promise<{ readonly commit: string; readonly root: GitTree }> {
	const commit = await cache.commitOf(revision);
	if (commit === undefined) throw noFilesError(cache, revision);
	const root = await cache.objects.rootTree(commit, options);
	if (root) return { commit, root };
	throw new ForgeError(
		'missing',
		`Commit ${shortId(commit)} of ${repositoryRef(cache.key)} was not found. The repository may have been deleted, renamed or made private, or its history was rewritten.`,
	);
}

/**
 * The key of the repository at an address, with the first account that may see it. If none may, it has the first account, which is the
 * owner's if that is signed in, so that the user sees its error.
 */
export async function keyOf(
	repositories: Repositories,
	{ instance, owner, repository }: RepositoryAddress,
): Promise<RepositoryKey | undefined> {
	const accounts = repositories.accountsThatMaySee(instance, owner);
	const keys = accounts.map(({ session }) => ({ account: session.id, owner, repository }));
	if (keys.length < 2) return keys[0];
	for (const key of keys) if (await canProbablySee(repositories, key)) return key;
	return keys[0];
}

/** Whether an account can see a repository; true if that cannot be known now. Makes no request if the account has read it before. */
async function canProbablySee(repositories: Repositories, key: RepositoryKey): Promise<boolean> {
	using lifetime = new Lifetime();
	try {
		const { cache } = openRepository(repositories, key, lifetime);
		await cache.load();
		// The command that opens the repository next reads the references from the disk.
		await cache.settled();
		return true;
	} catch (error) {
		if (error instanceof ForgeError) return error.kind !== 'missing' && error.kind !== 'forbidden';
		throw error;
	}
}

/** The revision that a target is about: `HEAD` unless it names another. */
export function revisionOf(target: RepositoryTarget): Revision {
	if (target.kind === 'commit') return { kind: 'commit', id: target.commit };
	if (target.kind === 'reference') return { kind: 'ref', name: target.name };
	if (target.kind === 'log' && target.ref !== undefined) return { kind: 'ref', name: target.ref };
	return target.kind === 'entry' ? target.revision : head;
}

/** The name of a repository in the title of a picker, with the revision unless that is the default branch. */
export function titleOf({ key, referenceNames }: RepositoryCache, revision: Revision): string {
	const name = revisionName(revision, referenceNames);
	return isHead(revision) ? repositoryRef(key) : `${repositoryRef(key)} (${name})`;
}
