import { largest } from '../../../base/collections.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';

/** A commit of a log that was read. */
export interface ReadCommit {
	readonly commit: Commit;
	/** Milliseconds. When the commit was made, as far as that is known. */
	readonly madeAt: number;
}

/**
 * Adds the commits of a log, by their ids. Each commit is newer than its parents. The forge tells only when the author wrote it, which may
 * have been long before it was applied.
 */
export function addLog(read: Map<string, ReadCommit>, log: readonly Commit[]): void {
	// The oldest first, so that the times of the parents are known.
	for (const commit of log.toReversed()) {
		const parents = commit.parents.map((parent) => (read.get(parent)?.madeAt ?? -1) + 1);
		const madeAt = largest([Date.parse(commit.timestamp) || 0, ...parents]);
		read.set(commit.id, { commit, madeAt });
	}
}
