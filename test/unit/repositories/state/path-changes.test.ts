import assert from 'node:assert/strict';
import { PathChanges } from '../../../../src/repositories/state/path-changes.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';
import { writeCommits } from '../write-commits.ts';

const { signal } = new AbortController();

describe('The changes of a path', () => {
	it('are made by commits that add, change or remove it, and by merges that have it like no parent', async () => {
		const world = await startRepository();
		writeCommits(world.folder, [
			{ write: { 'a/f': '1' } },
			{ write: { 'a/f': '2' } },
			{ parents: [0], write: { 'a/f': '3' } },
			{ parents: [1, 2] },
			{ parents: [1, 2], write: { 'a/f': '4' } },
			{ parents: [4], remove: ['a/f'] },
			{ write: { other: '1' } },
		]);
		const { cache } = openCache(temporaryFolder('objects'), world.objects);
		const changing = async (path: string) => {
			const changes = new PathChanges(cache, path);
			const found: number[] = [];
			for (let nth = 0; nth < 7; nth++) {
				const id = feed(world.folder, '', 'rev-parse', `c${nth}`);
				const commit = (await cache.commit(id)) ?? assert.fail();
				if (await changes.isChangedBy(commit, signal)) found.push(nth);
			}
			return found;
		};
		assert.deepEqual(await changing('a/f'), [0, 1, 2, 4, 5]);
		assert.deepEqual(await changing('a'), [0, 1, 2, 4, 5]);
		assert.deepEqual(await changing('other'), [6]);
		assert.deepEqual(await changing('a/f/x'), []);
		await world.stop();
	});

	it('are read again for a caller that comes just after another one has aborted', async () => {
		const world = await startRepository();
		writeCommits(world.folder, [{ write: { f: '1' } }]);
		const { cache } = openCache(temporaryFolder('objects'), world.objects);
		const id = feed(world.folder, '', 'rev-parse', 'c0');
		const commit = (await cache.commit(id)) ?? assert.fail();
		const changes = new PathChanges(cache, 'f');
		world.line.held = /tree/;
		const leaving = new AbortController();
		const left = assert.rejects(changes.isChangedBy(commit, leaving.signal), { name: 'AbortError' });
		await until(() => world.line.waiting.length > 0);
		leaving.abort();
		const next = changes.isChangedBy(commit, signal);
		world.release();
		assert.equal(await next, true);
		await left;
		await world.stop();
	});
});
