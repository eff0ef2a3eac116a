import { append } from '../../base/collections.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { Refs } from './refs.ts';

/** A branch or tag that differs from before. */
export interface RefChange {
	/** The full name. */
	readonly ref: string;
	/** Undefined if it is new. */
	readonly before: string | undefined;
	/** Undefined if it is deleted. */
	readonly after: string | undefined;
}

/** What the branches and tags point to. */
export interface KnownRefs {
	/** By their full names. */
	readonly targets: Readonly<Record<string, string>>;
	/** Whether there are more. */
	readonly isCut: boolean;
}

/** How many branches and tags are known at most. */
const maxRefs = 2000;

const tagPrefix = 'refs/tags/';

export const isTagRef = (ref: string): boolean => ref.startsWith(tagPrefix);

/** The name of a branch or tag as the user knows it. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '');

/** The branches, and then the tags with the highest versions, up to `maxRefs`. */
export function knownRefs({ branches, tags }: Refs): KnownRefs {
	const all = [
		...branches.map(({ name, commit }) => [`refs/heads/${name}`, commit] as const),
		...tags.map(({ name, target }) => [`${tagPrefix}${name}`, target] as const),
	];
	return { targets: Object.fromEntries(all.slice(0, maxRefs)), isCut: all.length > maxRefs };
}

/** What has changed: branches first, then tags, deleted ones last. */
export function refChanges(before: KnownRefs, now: KnownRefs): readonly RefChange[] {
	const targetsBefore = new Map(Object.entries(before.targets));
	const targetsNow = new Map(Object.entries(now.targets));
	const names = [...targetsNow.keys()];
	// If not all references were known before, those after the last known one may be old: deleted references have made room for them.
	const last = before.isCut ? names.findLastIndex((name) => targetsBefore.has(name)) : names.length - 1;
	const changed = names
		.slice(0, last + 1)
		.filter((ref) => targetsBefore.get(ref) !== targetsNow.get(ref))
		.map((ref) => ({ ref, before: targetsBefore.get(ref), after: targetsNow.get(ref) }));
	const deleted = now.isCut
		? []
		: [...targetsBefore].flatMap(([ref, target]) =>
				targetsNow.has(ref) ? [] : [{ ref, before: target, after: undefined }],
			);
	return [...changed, ...deleted];
}

/** The commits of a log that no known commit has as ancestor, as far as the log shows. */
export function newCommits(log: readonly Commit[], known: Iterable<string>): readonly Commit[] {
	const byId = new Map(log.map((commit) => [commit.id, commit]));
	const reached = new Set<string>();
	const left = [...known];
	for (let id = left.pop(); id !== undefined; id = left.pop()) {
		const commit = byId.get(id);
		if (!commit || reached.has(id)) continue;
		reached.add(id);
		append(left, commit.parents);
	}
	return log.filter(({ id }) => !reached.has(id));
}

interface LogPage {
	readonly commits: readonly Commit[];
	readonly isComplete: boolean;
}

/**
 * Whether a branch has lost its earlier commit. Undefined if the logs do not show it. A commit is listed before its ancestors, so if a
 * log has an ancestor of the earlier commit, but not that commit, it does not contain it.
 */
export function isForced(log: LogPage, before: string, logBefore: LogPage | undefined): boolean | undefined {
	const ids = new Set(log.commits.map(({ id }) => id));
	if (ids.has(before)) return false;
	if (log.isComplete) return true;
	return logBefore?.commits.some(({ id }) => ids.has(id)) ? true : undefined;
}
