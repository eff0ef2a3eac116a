import { isObjectId } from '../../platform/git/tree-entries.ts';
import {
	commitAddress,
	type LineRange,
	logAddress,
	treeAddress,
} from '../../platform/model/repository-pages.ts';
import type { RepositoryTarget } from './repository-target.ts';
import { findReference } from './revision.ts';

/**
 * The address of the page that shows a target at a revision: a branch, a tag or the id of a commit. `repository` is the address of
 * the repository's own page.
 */
export function targetAddress(
	repository: string,
	target: RepositoryTarget,
	revision: string,
	lines?: LineRange,
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

interface DividedAddress {
	readonly ref: string;
	readonly path: string;
}

/**
 * Divides the address of a page into the reference and the path. It is given as divided at its first `/item/`, which can be a part of the name
 * of one of the `references`.
 */
export function divideAddress(divided: DividedAddress, references: ReadonlySet<string>): DividedAddress {
	const { ref, path } = divided;
	const segments = path.split('/');
	const later = segments.flatMap((segment, at) =>
		segment === 'item'
			? { ref: [ref, 'item', ...segments.slice(0, at)].join('/'), path: segments.slice(at + 1).join('/') }
			: [],
	);
	const all = [divided, ...later, { ref: `${ref}/item/${path}`, path: '' }];
	return all.find((one) => findReference(one.ref, references) !== undefined) ?? divided;
}
