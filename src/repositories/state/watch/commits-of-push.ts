import type { Commit, Push } from '../../../forge/shapes/repositories.ts';
import { knownRefs } from '../../model/ref-changes.ts';
import type { RepositoryCache } from '../repository-cache.ts';
import { newInRef } from './new-in-ref.ts';

/** The most branches of which the new commits are read. */
const maxBranches = 3;

interface CommitsOfPush {
	/** Each once, the newest of each branch first. */
	readonly commits: readonly Commit[];
	/** False if earlier pages of a log, or further branches, may have more. */
	readonly isComplete: boolean;
}

/** The commits that a push has added to the branches of a repository, as far as a few pages of each log show. */
export async function commitsOfPush(
	cache: RepositoryCache,
	refs: Push['refs'],
	signal: AbortSignal,
): Promise<CommitsOfPush> {
	await cache.open();
	const known = cache.refs ? knownRefs(cache.refs).targets : {};
	const before = new Map(Object.entries(known));
	const after = new Map(before);
	for (const { name, old, new: to } of refs) {
		// The cache may have read the references at any time before or after this push.
		setTarget(before, name, old?.id);
		setTarget(after, name, to?.id);
	}
	const targets = { before: Object.fromEntries(before), now: Object.fromEntries(after) };
	const branches = refs.filter(({ name, new: to }) => name.startsWith('refs/heads/') && to);
	const found = new Map<string, Commit>();
	let isComplete = branches.length <= maxBranches;
	for (const { name: ref, old, new: to } of branches.slice(0, maxBranches)) {
		const change = { ref, before: old?.id, after: to?.id };
		const content = await newInRef(cache, change, targets, signal);
		for (const commit of content?.commits ?? []) found.set(commit.id, commit);
		isComplete &&= content?.hasAll === true;
	}
	return { commits: [...found.values()], isComplete };
}

function setTarget(targets: Map<string, string>, ref: string, id: string | undefined): void {
	if (id === undefined) targets.delete(ref);
	else targets.set(ref, id);
}
