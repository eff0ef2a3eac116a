import assert from 'node:assert/strict';
import * as v from 'valibot';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { CountStore } from '../../../../../src/platform/state/cache/count-store.ts';
import { until } from '../../../../tools/until.ts';

describe('The numbers that a collapsed row shows', () => {
	const storage = memoryStorage();
	function open(name: string, item: { counts?: number | undefined }) {
		let opened = 0;
		const counts: CountStore<number> = new CountStore<number>({
			...{ storage, name: ['counts', name], shape: v.number(), log: new Log(() => {}) },
			open: async () => {
				opened += 1;
				await counts.read();
				counts.didOpenItem();
			},
			count: () => item.counts,
		});
		return { counts, opened: () => opened };
	}

	it('are those that were stored, until the item is open', async () => {
		const item = { counts: 3 };
		const first = open('a', item);
		await first.counts.open();
		await first.counts.settled();
		first.counts.dispose();
		const { counts, opened } = open('a', item);
		await counts.open();
		assert.deepEqual([counts.value, opened()], [3, 0]);
		counts.didOpenItem();
		assert.equal(counts.value, undefined);
		counts.dispose();
	});

	it('are those of the item if none are stored, or if it has changed', async () => {
		const { counts, opened } = open('b', { counts: 3 });
		await counts.open();
		assert.deepEqual([counts.value, opened()], [undefined, 1]);
		await counts.settled();
		counts.dispose();
		const again = open('b', {});
		await again.counts.open();
		again.counts.didChangeItem();
		assert.equal(again.opened(), 1);
		again.counts.dispose();
	});

	it('are stored although the item is closed right after a change', async () => {
		const { counts } = open('d', { counts: 3 });
		await counts.open();
		counts.dispose();
		const again = open('d', {});
		await until(async () => (await storage.read(['counts', 'd'])) !== undefined);
		await again.counts.open();
		assert.equal(again.counts.value, 3);
		again.counts.dispose();
	});

	it('are not stored while nothing is known', async () => {
		const { counts } = open('c', {});
		await counts.open();
		await counts.settled();
		assert.equal(await storage.read(['counts', 'c']), undefined);
		counts.dispose();
	});
});
