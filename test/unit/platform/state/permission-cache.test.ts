import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { PermissionCache } from '../../../../src/platform/state/permission-cache.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

describe('The permissions of items', () => {
	const { signal } = new AbortController();
	const clock = stopTheDate(0);

	function open() {
		const cache = new PermissionCache<boolean>();
		let asked = 0;
		const answer = { value: true, error: undefined as Error | undefined };
		const read = (name = 'one') =>
			cache.read(
				name,
				async () => {
					asked += 1;
					if (answer.error) throw answer.error;
					return answer.value;
				},
				signal,
			);
		return { cache, answer, read, asked: () => asked };
	}

	it('are requested again after five minutes, and each minute if the forge does not answer', async () => {
		const { cache, answer, read, asked } = open();
		answer.error = new ForgeError('offline', 'No connection.');
		await read();
		clock.now = 59_000;
		await read();
		assert.deepEqual([cache.of('one'), asked()], [undefined, 1]);
		clock.now = 60_000;
		await read();
		answer.error = undefined;
		clock.now = 120_000;
		await read();
		clock.now = 419_000;
		await read();
		assert.deepEqual([cache.of('one'), asked()], [true, 3]);
		clock.now = 420_000;
		answer.value = false;
		await read();
		assert.deepEqual([cache.of('one'), asked()], [false, 4]);
	});

	it('are requested again after the clock was set back', async () => {
		const { cache, answer, read, asked } = open();
		clock.now = 7_200_000;
		await read();
		clock.now = 0;
		answer.value = false;
		await read();
		assert.deepEqual([cache.of('one'), asked()], [false, 2]);
	});

	it('are learned from what the forge does with a change', async () => {
		const { cache, read, asked } = open();
		cache.put('one', false);
		await read();
		await read('two');
		assert.deepEqual([cache.of('one'), cache.of('two'), asked()], [false, true, 1]);
	});

	it('are learned from earlier answers, which are valid as long as if they were new', async () => {
		const { cache, answer, read, asked } = open();
		clock.now = 600_000;
		cache.learn('one', false, 200_000);
		assert.equal(cache.of('one'), false);
		await read();
		assert.deepEqual([cache.of('one'), asked()], [true, 1]);
		cache.learn('one', false, 500_000);
		assert.equal(cache.of('one'), true);
		cache.learn('two', false, 301_000);
		await read('two');
		assert.deepEqual([cache.of('two'), asked(), answer.value], [false, 1, true]);
	});

	it('do not hide a bug', async () => {
		const { answer, read } = open();
		answer.error = new TypeError('a bug');
		await assert.rejects(read(), TypeError);
	});
});
