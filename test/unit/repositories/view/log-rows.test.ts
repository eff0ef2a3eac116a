import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { defaultLogRow } from '../../../../src/repositories/view/log-rows.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { noSubmodules } from '../../../kit/forge/no-submodules.ts';
import { until } from '../../../tools/until.ts';

describe('The row of a log', () => {
	const { open } = demoRepositories();

	async function start() {
		const { repositories } = await open();
		const lifetime = new Lifetime();
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		const repositoryCache = repositories.cache(key, lifetime) ?? assert.fail();
		const seen: (readonly [commits: readonly string[], refs: object])[] = [];
		const input: Parameters<typeof defaultLogRow>[0] = {
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
			didSee: (commits, refs) => void seen.push([commits, refs]),
		};
		return { lifetime, repositoryCache, input, seen };
	}

	it('of the default branch marks what it shows as seen, once the branch is known', async () => {
		const { lifetime, repositoryCache, input, seen } = await start();
		assert.equal(defaultLogRow(input), undefined);
		await repositoryCache.refresh();
		const row = defaultLogRow(input) ?? assert.fail();
		assert.deepEqual([row.label, row.description], ['Log', 'of master']);
		const shown = (await row.children?.()) ?? [];
		row.didExpand?.();
		await until(() => seen.length > 0);
		const [[commits, refs] = assert.fail()] = seen;
		assert.ok(commits.length > 0 && shown.length > 0);
		assert.deepEqual(refs, { 'refs/heads/master': commits[0] });
		lifetime.dispose();
	});
});
