import type { RepositoryPage } from '../../platform/model/repository-pages.ts';
import type { RepositoryTarget } from './target.ts';

export interface Lines {
	/** From 1. */
	readonly from: number;
	readonly to: number;
}

/** The page on the forge that shows a target at a revision: a branch, a tag or the id of a commit. */
export function targetPage(target: RepositoryTarget, revision: string, lines?: Lines): RepositoryPage {
	switch (target.kind) {
		case 'repository':
			return /^[0-9a-f]{40,}$/.test(revision)
				? { kind: 'directory', revision, path: '' }
				: { kind: 'repository' };
		case 'reference':
			return { kind: 'directory', revision, path: '' };
		case 'log':
			return { kind: 'log', revision };
		case 'commit':
			return { kind: 'commit', commit: target.commit };
		case 'entry':
			return target.isFolder
				? { kind: 'directory', revision, path: target.path }
				: { kind: 'file', revision, path: target.path, lines };
	}
}
