import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { referenceLogRow } from '../../../../src/repositories/view/log-rows.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { noSubmodules } from '../../../kit/forge/no-submodules.ts';
import { texts } from '../../../kit/window/drawn-view.ts';

describe('The row of a log', () => {
	const { open } = demoRepositories();

	it('of a tag of a file says that there are no commits', async () => {
		const { repositories } = await open();
		const lifetime = new Lifetime();
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		const repositoryCache = repositories.cache(key, lifetime) ?? assert.fail();
		repositoryCache.objects.peel = async () => undefined;
		const input = {
			repositoryCache,
			me: '~ana',
			isPinned: false,
			canAnswerPushes: true,
			canSearchCode: () => true,
			answersPushes: () => false,
			instance: 'forge.test',
			submodules: noSubmodules,
			baseAddress: '',
			details: () => undefined,
			failures: () => [],
			didOpen: () => {},
			didSee: () => assert.fail(),
			now: Date.now,
		};
		const reference = { name: 'refs/tags/key', label: 'tag key', target: 'f'.repeat(40) };
		const row = referenceLogRow(input, reference, 'parent');
		assert.deepEqual(texts((await row.children?.()) ?? []), [
			['No commits: the tag is of a file or folder', undefined],
		]);
		row.didExpand?.();
		lifetime.dispose();
	});
});
