import assert from 'node:assert/strict';
import { PathChanges } from '../../../../src/repositories/state/path-changes.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';
import { writeCommits } from '../write-commits.ts';

const { signal } = new AbortController();

describe('The changes of a path', () => {
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
