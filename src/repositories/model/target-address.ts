import { isObjectId } from '../../platform/git/tree.ts';
import { commitAddress, type Lines, logAddress, treeAddress } from '../../platform/model/repository-pages.ts';
import type { RepositoryTarget } from './target.ts';

/**
 * The address of the page that shows a target at a revision: a branch, a tag or the id of a commit. `repository` is the address of
 * the repository's own page.
 */
export function targetAddress(
	repository: string,
	target: RepositoryTarget,
	revision: string,
	lines?: Lines,
): string {
	switch (target.kind) {
		case 'repository':
			return isObjectId(revision) ? treeAddress(repository, revision) : repository;
		case 'reference':
			return treeAddress(repository, revision);
		case 'log':
			return logAddress(repository, revision);
		case 'commit':
			return commitAddress(repository, target.commit);
		case 'entry':
			return treeAddress(repository, revision, target.path, target.isFolder ? undefined : lines);
	}
}
