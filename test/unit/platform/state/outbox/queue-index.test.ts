import assert from 'node:assert/strict';
import { QueueIndex } from '../../../../../src/platform/state/outbox/queue-index.ts';
import { hall, kitchen, lampEntry, lamps } from './lamps.ts';

describe('The entries that a window knows', () => {
	const queue = [
		lampEntry('one', { key: kitchen }),
		lampEntry('two', { key: hall }),
		lampEntry('three', { key: kitchen }),
	];
	const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

	it('are found by their item, the oldest first', () => {
		const index = new QueueIndex(lamps);
		assert.deepEqual([index.queue, index.of(kitchen)], [[], []]);
		index.replace(queue);
		assert.deepEqual(idsOf(index.queue), ['one', 'two', 'three']);
		assert.deepEqual([idsOf(index.of(kitchen)), idsOf(index.of(hall))], [['one', 'three'], ['two']]);
	});

	it('stay the same objects if others are read that do not differ', () => {
		const index = new QueueIndex(lamps);
		assert.equal(index.replace(queue), true);
		assert.equal(index.replace(structuredClone(queue)), false);
		assert.equal(index.queue, queue);
		assert.equal(index.replace(queue.slice(1)), true);
		assert.deepEqual(idsOf(index.of(kitchen)), ['three']);
	});
});
