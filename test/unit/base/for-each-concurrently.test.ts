import assert from 'node:assert/strict';
import { forEachConcurrently } from '../../../src/base/for-each-concurrently.ts';

/** Work that goes on until its item is ended. */
function startWork(items: readonly number[], count: number) {
	const running = new Map<number, PromiseWithResolvers<void>>();
	const begun: number[] = [];
	const all = forEachConcurrently(items, count, (item) => {
		const work = Promise.withResolvers<void>();
		begun.push(item);
		running.set(item, work);
		return work.promise;
	});
	return { all, begun, work: (item: number) => running.get(item) ?? assert.fail(`${item} has not begun`) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Work on each item', () => {
	it('is done for a few of them at a time', async () => {
		const { all, begun, work } = startWork([1, 2, 3, 4], 2);
		assert.deepEqual(begun, [1, 2]);
		work(2).resolve();
		await turn();
		assert.deepEqual(begun, [1, 2, 3]);
		for (const item of [1, 3]) work(item).resolve();
		await turn();
		work(4).resolve();
		await all;
		assert.deepEqual(begun, [1, 2, 3, 4]);
	});

	it('is not begun after a failure, which is thrown', async () => {
		const { all, begun, work } = startWork([1, 2, 3, 4], 2);
		work(1).reject(new Error('the first'));
		await assert.rejects(all, /the first/);
		work(2).resolve();
		await turn();
		assert.deepEqual(begun, [1, 2]);
	});
});
