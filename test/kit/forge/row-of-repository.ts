import type { RepositoryCache } from '../../../src/repositories/state/repository-cache.ts';
import { repositoryRow } from '../../../src/repositories/view/repository-rows.ts';
import { noSubmodules } from './no-submodules.ts';

/** The row of a repository that bob has pinned. */
export const rowOfRepository = (repositoryCache: RepositoryCache) =>
	repositoryRow({
		repositoryCache,
		me: '~bob',
		isPinned: true,
		instance: 'forge.test',
		baseAddress: 'https://git.example.org',
		details: () => undefined,
		failures: () => [],
		canAnswerPushes: true,
		canSearchCode: () => true,
		answersPushes: () => false,
		didOpen: () => {},
		didSee: () => {},
		submodules: noSubmodules,
	});
