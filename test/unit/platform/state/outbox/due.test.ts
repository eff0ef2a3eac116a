import assert from 'node:assert/strict';
import { checkAgain, dueNow } from '../../../../../src/platform/state/outbox/due.ts';
import { lampEntry } from './lamps.ts';

const old = -10 * 60_000;

describe('What is due now in the queue of an outbox', () => {
	it('is what the user confirms: it is checked if it may be there, and a conflict is sent again', () => {
		const queue = [
			lampEntry('old', { state: { kind: 'waiting', reason: 'Offline.', mayBeDone: false } }, old),
			lampEntry('unsure', { state: { kind: 'refused', reason: '', mayBeDone: true } }),
			lampEntry('lost', { state: { kind: 'waiting', reason: '', mayBeDone: true }, checkAt: 1500 }),
			lampEntry('conflict', { state: { kind: 'conflict', theirs: '' } }),
			lampEntry('sending', { state: { kind: 'sending', since: 0 } }),
			lampEntry('other', { due: 5 }),
		];
		const ids = new Set(['old', 'unsure', 'lost', 'conflict', 'sending']);
		const due = dueNow(queue, ids, { now: 1000, origin: 'me' });
		assert.deepEqual(
			due.map(({ state, due, steps }) => [state.kind, due, steps[0]?.at]),
			[
				['pending', 0, 1000],
				['waiting', 0, 1000],
				['waiting', 0, 1000],
				['pending', 0, 1000],
				['sending', 0, 0],
				['pending', 5, 0],
			],
		);
		assert.equal(due[2]?.checkAt, 1500);
	});

	it('is checked again only if it was refused and may have been made, and not as confirmed by the user', () => {
		const queue = [
			lampEntry('unsure', { state: { kind: 'refused', reason: '', mayBeDone: true }, checkAt: 1500 }),
			lampEntry('refused', { state: { kind: 'refused', reason: '', mayBeDone: false } }),
			lampEntry('sending', { state: { kind: 'sending', since: 0 } }),
		];
		const checked = queue.flatMap(({ id }) =>
			checkAgain(queue, id, { now: 1000, origin: 'me' }).filter((entry) => entry.id === id),
		);
		assert.deepEqual(
			checked.map(({ state, due, checkAt, steps }) => [state.kind, due, checkAt, steps[0]?.at]),
			[
				['waiting', 1000, undefined, 0],
				['refused', 0, undefined, 0],
				['sending', 0, undefined, 0],
			],
		);
	});

	it('is no conflict that the user may not have seen', () => {
		const conflict = lampEntry('conflict', { state: { kind: 'conflict', theirs: '' } });
		const queue = [
			conflict,
			lampEntry('refused', { state: { kind: 'refused', reason: '', mayBeDone: false } }),
		];
		const ids = new Set(['conflict', 'refused']);
		const [left, due] = dueNow(queue, ids, { now: 1000, origin: 'me', skipsConflicts: true });
		assert.equal(left, conflict);
		assert.deepEqual([due?.state.kind, due?.due], ['pending', 0]);
	});
});
