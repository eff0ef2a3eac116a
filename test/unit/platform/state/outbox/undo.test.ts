import assert from 'node:assert/strict';
import type { Queue } from '../../../../../src/platform/state/outbox/queue.ts';
import {
	withLaterAdapted,
	withoutDiscarded,
	withoutGroup,
} from '../../../../../src/platform/state/outbox/undo.ts';
import { hall, kitchen, type LampChange, type LampKey, lampEntry, lamps } from './lamps.ts';

describe('Removing changes from an outbox', () => {
	/** Names in the color of a change what it no longer expects. */
	const format = {
		...lamps,
		without: (earlier: LampChange, later: LampChange) => ({
			...later,
			color: `${later.color ?? ''}-${earlier.brightness}`,
		}),
	};
	const steps = (...levels: readonly number[]) =>
		levels.map((brightness) => ({ group: `group ${brightness}`, change: { brightness }, at: 0 }));
	const changesOf = (queue: Queue<LampKey, LampChange>) =>
		queue.map(({ id, steps }) => [
			id,
			...steps.map(({ change }) => `${change.brightness}${change.color ?? ''}`),
		]);
	const queue = [
		lampEntry('one', { steps: steps(1, 2, 3) }),
		lampEntry('hall', { key: hall, steps: steps(1, 4) }),
		lampEntry('two', { key: kitchen, steps: steps(5) }),
	];

	it('leaves the queue as it is if there is nothing to remove, so that nothing is stored', () => {
		assert.equal(withoutDiscarded(format, queue, new Set(['sent'])), queue);
	});

	it('lets the later changes of the same items, and only those, no longer expect what is undone', () => {
		assert.deepEqual(changesOf(withoutGroup(format, queue, 'group 2')), [
			['one', '1', '3-2'],
			['hall', '1', '4'],
			['two', '5-2'],
		]);
		assert.deepEqual(changesOf(withoutGroup(format, queue, 'group 1')), [
			['one', '2-1', '3-1'],
			['hall', '4-1'],
			['two', '5-1'],
		]);
	});

	it('lets them no longer expect what is discarded or refused', () => {
		assert.deepEqual(changesOf(withoutDiscarded(format, queue, new Set(['one', 'gone']))), [
			['hall', '1', '4'],
			['two', '5-1-2-3'],
		]);
		assert.deepEqual(changesOf(withLaterAdapted(format, queue, 'one')), [
			['one', '1', '2', '3'],
			['hall', '1', '4'],
			['two', '5-1-2-3'],
		]);
		assert.deepEqual(withLaterAdapted(format, queue, 'gone'), queue);
	});
});
