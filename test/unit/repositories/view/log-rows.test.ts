import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { defaultLogRow } from '../../../../src/repositories/view/log-rows.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { noSubmodules } from '../../../kit/forge/no-submodules.ts';
import { texts } from '../../../kit/window/drawn-view.ts';
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

	it('does not repeat a read that has failed when its rows are drawn again, and has them after a refresh', async () => {
		const { lifetime, repositoryCache, input } = await start();
		const { objects } = repositoryCache;
		const readLog = objects.log.bind(objects);
		let reads = 0;
		objects.log = async () => {
			reads += 1;
			throw new ForgeError('forbidden', 'No permission.');
		};
		await repositoryCache.refresh();
		const row = defaultLogRow(input) ?? assert.fail();
		for (let times = 0; times < 3; times += 1)
			assert.deepEqual(texts((await row.children?.()) ?? []), [['Search…', undefined]]);
		assert.equal(reads, 1);
		objects.log = readLog;
		await repositoryCache.refresh();
		assert.ok(((await row.children?.()) ?? []).length > 1);
		lifetime.dispose();
	});
});
