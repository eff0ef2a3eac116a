import assert from 'node:assert/strict';
import { parseCommitQuery } from '../../../../src/repositories/model/commits/commit-query.ts';
import { LogSearch } from '../../../../src/repositories/state/log-search.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { type Step, writeCommits } from '../write-commits.ts';

const { signal } = new AbortController();

describe('A search in a log', () => {
	let world: Awaited<ReturnType<typeof startRepository>>;
	beforeEach(async () => {
		world = await startRepository();
	});
	afterEach(() => world.stop());

	function start(steps: readonly Step[], query: string) {
		writeCommits(world.folder, steps);
		const { cache } = openCache(temporaryFolder('objects'), world.objects);
		const [tip = ''] = git('rev-parse', `c${steps.length - 1}`);
		const search = new LogSearch(cache, tip);
		search.setQuery(parseCommitQuery(query));
		const subjects = () => search.found.map(({ message }) => message.trim());
		return { search, cache, subjects };
	}
	const git = (...words: string[]) =>
		feed(world.folder, '', ...words)
			.split('\n')
			.filter(Boolean);

	it('reads as much of the log as it is told to, and continues', async () => {
		const { search, subjects } = start(
			Array.from({ length: 120 }, () => ({})),
			'"step 1"',
		);
		let advances = 0;
		await search.search(21, signal, () => advances++);
		assert.ok(search.searched >= 21 && search.searched < 120, `${search.searched}`);
		assert.equal(search.last?.message.trim(), `Step ${120 - search.searched}`);
		assert.equal(search.isComplete, false);
		assert.ok(advances > 0);
		await search.search(1000, signal, () => {});
		assert.equal(search.isComplete, true);
		assert.deepEqual(subjects(), [
			...Array.from({ length: 20 }, (_, nth) => `Step ${119 - nth}`),
			...Array.from({ length: 10 }, (_, nth) => `Step ${19 - nth}`),
			'Step 1',
		]);
	});

	it('for something else reads nothing again', async () => {
		const { search, subjects } = start(
			Array.from({ length: 60 }, () => ({})),
			'59',
		);
		await search.search(1000, signal, () => {});
		assert.deepEqual(subjects(), ['Step 59']);
		world.asked.length = 0;
		search.setQuery(parseCommitQuery('author:carol'));
		await search.search(1000, signal, () => {});
		assert.deepEqual([subjects(), search.isComplete], [[], true]);
		search.setQuery(parseCommitQuery('author:alice 58'));
		await search.search(1000, signal, () => {});
		assert.deepEqual([subjects(), world.asked], [['Step 58'], []]);
	});

	it('finds what changed a file or folder: also what removed it, and no merge that took it from a parent', async () => {
		const steps: readonly Step[] = [
			{ write: { 'a/b/f': '1', other: '1' } },
			{ write: { other: '2' } },
			{ write: { 'a/b/f': '2' } },
			{ parents: [1], write: { 'a/b/g': '1' } },
			{ parents: [2, 3] },
			{ remove: ['a/b/f'] },
			{ write: { other: '3' } },
			{ write: { 'a/b/f': '3' } },
		];
		for (const path of ['a/b/f', 'a/b', 'a', 'other', 'a/b/g', 'no', 'a/b/f/g']) {
			const { search } = start(steps, `path:${path}`);
			await search.search(1000, signal, () => {});
			const found = search.found.map(({ id }) => id);
			// Git's full history also has merges that differ from one parent only.
			const inGit = git('rev-list', '--full-history', '--no-merges', 'c7', '--', path);
			assert.deepEqual(found, inGit, path);
		}
	});

	it('asks the forge for the folders of paths only of commits that match the rest', async () => {
		const { search, subjects } = start(
			Array.from({ length: 30 }, (_, nth): Step => ({ write: { f: `${nth}` } })),
			'path:f "step 7"',
		);
		await search.search(1000, signal, () => {});
		assert.deepEqual(subjects(), ['Step 7']);
		assert.ok(world.asked.filter((what) => what.startsWith('/tree/')).length <= 2, world.asked.join());
	});

	it('can be ended, and then reports nothing more', async () => {
		const { search } = start(
			Array.from({ length: 120 }, () => ({})),
			'step',
		);
		const ending = new AbortController();
		const ended = search.search(1000, ending.signal, () => ending.abort());
		await assert.rejects(ended, { name: 'AbortError' });
		const { length } = search.found;
		assert.ok(length > 0 && length < 120, `${length}`);
		search.setQuery(parseCommitQuery(''));
		await search.search(1000, signal, () => {});
		assert.equal(search.found.length, 120);
	});

	it('says that a commit is gone, and finds it when it is tried again', async () => {
		const { search, cache } = start([{ write: { f: '1' } }, { write: { f: '2' } }], 'path:f');
		const rootTree = cache.rootTree.bind(cache);
		cache.rootTree = async () => undefined;
		await assert.rejects(
			search.search(1000, signal, () => {}),
			{ kind: 'missing' },
		);
		cache.rootTree = rootTree;
		await search.search(1000, signal, () => {});
		assert.equal(search.found.length, 2);
	});
});
