import assert from 'node:assert/strict';
import { withAdapted } from '../../../../../src/platform/state/outbox/adapt.ts';
import type { Queue } from '../../../../../src/platform/state/outbox/queue.ts';
import { hall, kitchen, type LampChange, type LampKey, lampEntry } from './lamps.ts';

const step = (color: string) => ({ group: color, change: { color }, at: 0 });
const colorsOf = (queue: Queue<LampKey, LampChange>) =>
	queue.map(({ id, steps }) => [id, ...steps.map(({ change }) => change.color)]);
const adapt = (_: LampKey, change: LampChange) =>
	change.color === 'red' ? { ...change, color: 'crimson' } : change;

describe('Adapting the changes of an outbox', () => {
	const queue = [
		lampEntry('one', { steps: [step('red'), step('blue')] }),
		lampEntry('two', { key: hall, steps: [step('red')], state: { kind: 'sending', since: 0 } }),
		lampEntry('three', {
			key: kitchen,
			steps: [step('red')],
			state: { kind: 'refused', reason: 'No.', mayBeDone: false },
		}),
	];

	it('changes also what is being sent and what was refused', () => {
		assert.deepEqual(colorsOf(withAdapted(queue, adapt)), [
			['one', 'crimson', 'blue'],
			['two', 'crimson'],
			['three', 'crimson'],
		]);
	});

	it('leaves the queue as it is if nothing differs', () => {
		assert.equal(
			withAdapted(queue, (_, change) => change),
			queue,
		);
	});
});
