import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { BuildQueue } from '../../../media/patchset/diffs/build-queue.ts';
import { until } from '../../tools/until.ts';

describe('The diffs of a page', () => {
	it('are built even if building one of them fails', async () => {
		Object.assign(globalThis, { requestAnimationFrame: setImmediate });
		const logged = mock.method(console, 'error', () => {});
		const queue = new BuildQueue();
		const built: string[] = [];
		queue.add(
			(function* () {
				yield;
				throw new Error('This diff cannot be built.');
			})(),
			() => assert.fail(),
		);
		queue.add(
			(function* () {
				yield;
				return 'next';
			})(),
			(name) => built.push(name),
		);
		await until(() => built.length > 0, { what: 'the next diff is built' });
		assert.deepEqual(built, ['next']);
		assert.equal(logged.mock.callCount(), 1);
		logged.mock.restore();
		Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
	});
});
