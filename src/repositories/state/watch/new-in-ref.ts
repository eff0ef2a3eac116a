import { ForgeError, isTransient, needsSignIn } from '../../../forge/contract/errors.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import { isForced, isTagRef, type KnownRefs, newCommits, type RefChange } from '../../model/ref-changes.ts';
import type { LogReader } from '../log-reader.ts';
import type { RepositoryCache } from '../repository-cache.ts';

/** What the branches and tags of a repository pointed to before a change, and what they point to now, as far as that is known. */
export interface Targets {
	readonly before: KnownRefs['targets'];
	readonly now: KnownRefs['targets'];
}

interface RefContent {
	/** The new commits, the newest first, as far as they are known. */
	readonly commits: readonly Commit[];
	/** Whether `commits` has all of them. */
	readonly hasAll: boolean;
	readonly isForced: boolean | undefined;
	/** The commit that it leads to. Undefined for a tag of a file or folder. */
	readonly commit: string | undefined;
	readonly isAnnotatedTag: boolean;
}

/** How many pages of a log are read to find out which of its commits are new. */
const maxPages = 5;

/** Reads what is new in a branch or tag. Undefined if it was deleted. Fails with a `ForgeError`. */
export async function newInRef(
	cache: RepositoryCache,
	{ ref, before, after }: RefChange,
	targets: Targets,
	signal: AbortSignal,
): Promise<RefContent | undefined> {
	if (after === undefined) return undefined;
	if (isTagRef(ref)) {
		const commit = await cache.objects.peel(after, { signal });
		const isAnnotatedTag = commit !== undefined && commit !== after;
		return { commits: [], hasAll: true, isForced: undefined, commit, isAnnotatedTag };
	}
	const log = await logFrom(cache, after, signal);
	const hasLost = before !== undefined && log.commits.every(({ id }) => id !== before);
	const logBefore = hasLost ? await oldLog(cache, before, signal) : undefined;
	const inOthers = [...(logBefore?.commits ?? []), ...logOfOther(cache, ref, after, targets.now)];
	const known = [...Object.values(targets.before), ...inOthers.map(({ id }) => id)];
	return {
		...(await newOfLog(log, known, signal)),
		isForced: before === undefined ? false : isForced(log, before, logBefore),
		commit: after,
		isAnnotatedTag: false,
	};
}

/** The commits of the default branch, which are reported with it and are not new in another branch. Empty if `ref` is the default branch. */
function logOfOther({ history }: RepositoryCache, ref: string, after: string, now: Targets['now']) {
	const { all = [], newest } = history;
	if (!newest) return [];
	// If `ref` is there, `ref` is the default branch, and what is newer than `after` is a push of the user.
	if (newest.id === after || newest.id === now[ref]) return [];
	// If no branch is there, the log was read after a later push.
	return Object.values(now).includes(newest.id) ? all : [];
}

/** Whether a failure may concern only one branch or tag. Others are failures of the whole read, which is tried again later. */
export const isOfOneRef = (error: unknown): boolean =>
	error instanceof ForgeError && (!isTransient(error) || error.kind === 'surprise') && !needsSignIn(error);

interface LogPage {
	readonly commits: readonly Commit[];
	readonly isComplete: boolean;
}

interface ReadableLog extends LogPage {
	/** Reads earlier pages. If the newest page was known before, this reader has to read it first. */
	readonly reader: LogReader;
}

/** The newest page, or what was read of the default branch. */
async function logFrom(cache: RepositoryCache, commit: string, signal: AbortSignal): Promise<ReadableLog> {
	const { all = [], hasMore } = cache.history;
	const reader = cache.logFrom(commit);
	if (all[0]?.id === commit) return { commits: all, isComplete: !hasMore, reader };
	await reader.readMore(signal);
	return { commits: reader.commits, isComplete: reader.isComplete, reader };
}

/** Undefined if the forge no longer has the commit, which may have been replaced. */
async function oldLog(
	cache: RepositoryCache,
	commit: string,
	signal: AbortSignal,
): Promise<LogPage | undefined> {
	try {
		return await logFrom(cache, commit, signal);
	} catch (error) {
		if (isOfOneRef(error)) return undefined;
		throw error;
	}
}

/**
 * The commits of a log that no known commit has as ancestor. Reads on while one of them has a parent that the log does not list yet, which
 * may be new, too: a branch that was begun long ago and is merged now has commits that are older than what the first page shows.
 */
async function newOfLog(log: ReadableLog, known: readonly string[], signal: AbortSignal) {
	const { reader } = log;
	for (let pages = 1; ; pages++) {
		const read = reader.commits.length >= log.commits.length ? reader : log;
		const commits = newCommits(read.commits, known);
		const hasAll = hasParents(commits, read, known);
		if (hasAll || pages === maxPages) return { commits, hasAll };
		await reader.readMore(signal);
	}
}

/** Whether each parent of the commits is listed in the log or known. */
function hasParents(commits: readonly Commit[], log: LogPage, known: readonly string[]): boolean {
	if (log.isComplete) return true;
	const ids = new Set([...known, ...log.commits.map(({ id }) => id)]);
	return commits.every(({ parents }) => parents.every((parent) => ids.has(parent)));
}
