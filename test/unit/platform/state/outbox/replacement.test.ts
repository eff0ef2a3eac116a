import assert from 'node:assert/strict';
import { dueNow } from '../../../../../src/platform/state/outbox/due.ts';
import { changeOf, readEntry } from '../../../../../src/platform/state/outbox/entry.ts';
import { type Queue, withAdded, withState } from '../../../../../src/platform/state/outbox/queue.ts';
import { removeReplaced } from '../../../../../src/platform/state/outbox/replacement.ts';
import { withoutDiscarded, withoutGroup } from '../../../../../src/platform/state/outbox/undo.ts';
import { hall, kitchen, type LampChange, type LampEntry, type LampKey, lampEntry, lamps } from './lamps.ts';

describe('Undo of a change that replaced a refused one', () => {
	const refusal = { kind: 'refused', reason: 'The lamp is locked.', mayBeDone: false } as const;
	const refused = (id: string, change: LampChange, more: Partial<LampEntry> = {}) =>
		lampEntry(id, { state: refusal, steps: [{ group: id, change, at: 0 }], ...more });
	const dimBlue = refused('dim blue', { brightness: 5, color: 'blue' });

	/** Makes a change, as a command named like its group. */
	const changed = (
		queue: Queue<LampKey, LampChange>,
		group: string,
		change: LampChange,
		keys: readonly LampKey[] = [kitchen],
	) => {
		const changes = keys.map((key) => ({ key, change }));
		const createId = () => `${group} ${Math.random()}`;
		return withAdded(lamps, queue, changes, { group, now: 7, due: 9, origin: 'here', createId });
	};
	const undone = (queue: Queue<LampKey, LampChange>, group: string) =>
		withoutGroup(lamps, queue, group, { createId: () => 'new id' });
	const shown = (queue: Queue<LampKey, LampChange>) =>
		queue.map((entry) => [entry.id.split(' 0.')[0], entry.state.kind, changeOf(lamps, entry.steps)]);

	const before: readonly (readonly [what: string, queue: Queue<LampKey, LampChange>])[] = [
		['a refused change', [dimBlue]],
		['a conflict', [{ ...dimBlue, state: { kind: 'conflict', theirs: 'green' } }]],
		['a change that may have been made', [{ ...dimBlue, state: { ...refusal, mayBeDone: true } }]],
		['one of two refused changes', [dimBlue, refused('dim', { brightness: 1 })]],
		[
			'a change between others',
			[lampEntry('one', { key: hall, due: 9 }), dimBlue, lampEntry('two', { key: hall, due: 9 })],
		],
		['a change before one that is not sent yet', [dimBlue, lampEntry('unsent', { due: 9 })]],
		[
			'two changes of one command',
			[refused('a', { color: 'blue' }, { key: hall }), refused('b', { color: 'blue' })],
		],
	];
	for (const [what, queue] of before)
		for (const change of [{ color: 'red' }, { brightness: 3, color: 'red' }] satisfies LampChange[])
			it(`shows ${what} as it was, after ${Object.keys(change).join(' and ')}`, () => {
				const after = changed(queue, 'red', change, [kitchen, hall]);
				assert.notDeepEqual(shown(after).slice(0, queue.length), shown(queue));
				assert.deepEqual(undone(after, 'red'), queue);
			});

	it('keeps apart what the new change decides and what it leaves', () => {
		const { replaced, left } = removeReplaced(lamps, [dimBlue], 'home/kitchen', { color: 'red' });
		assert.deepEqual(
			[...replaced, ...left].map(({ id, steps }) => [id, ...steps.map(({ change }) => change)]),
			[
				['dim blue', { color: 'blue' }],
				['dim blue', { brightness: 5 }],
			],
		);
		for (const [item, change] of [
			['home/hall', { color: 'red' }],
			['home/kitchen', {}],
		] as const)
			assert.deepEqual(removeReplaced(lamps, [dimBlue], item, change), { left: [dimBlue], replaced: [] });
	});

	it('works one command after the other, the newest first', () => {
		const red = changed([dimBlue], 'red', { color: 'red' });
		const dark = changed(red, 'dark', { brightness: 0 });
		assert.deepEqual(shown(dark), [['red', 'pending', { brightness: 0, color: 'red' }]]);
		assert.deepEqual(undone(dark, 'dark'), red);
		assert.deepEqual(undone(undone(dark, 'dark'), 'red'), [dimBlue]);
	});

	it('of an earlier command returns only what no later change decides, until that is undone, too', () => {
		const green = changed(changed([dimBlue], 'red', { brightness: 1, color: 'red' }), 'green', {
			color: 'green',
		});
		const left = undone(green, 'red');
		assert.deepEqual(shown(left), [
			['dim blue', 'refused', { brightness: 5 }],
			['red', 'pending', { color: 'green' }],
		]);
		assert.deepEqual(undone(left, 'green'), [dimBlue]);
	});

	it('returns what was replaced if the rest was sent or discarded meanwhile', () => {
		const red = changed([dimBlue], 'red', { color: 'red' });
		assert.deepEqual(
			shown(
				undone(
					red.filter(({ id }) => id !== 'dim blue'),
					'red',
				),
			),
			[['dim blue', 'refused', { color: 'blue' }]],
		);
	});

	it('does not add what was replaced to the rest that is on its way', () => {
		const red = changed([dimBlue], 'red', { color: 'red' });
		const dimmed = dueNow(red, new Set(['dim blue']), { now: 8, origin: 'here' });
		assert.deepEqual(shown(undone(dimmed, 'red')), [
			['new id', 'refused', { color: 'blue' }],
			['dim blue', 'pending', { brightness: 5 }],
		]);
	});

	it('does not return it to another item, nor when the new change is discarded or was sent', () => {
		const red = changed([dimBlue], 'red', { brightness: 1, color: 'red' });
		const [{ id } = assert.fail()] = red;
		assert.deepEqual(withoutDiscarded(lamps, red, new Set([id])), []);
		const sending = withState(red, id, { kind: 'sending', since: 0 });
		assert.deepEqual(undone(sending, 'red'), sending);
		const both = changed(red, 'hall', { color: 'red' }, [hall]);
		assert.deepEqual(undone(both, 'hall'), red);
	});

	it('works after a restart, and without what is damaged', () => {
		const red = changed([dimBlue], 'red', { brightness: 1, color: 'red' });
		const read = (json: unknown) => [readEntry(lamps, json) ?? assert.fail()];
		const stored = JSON.parse(JSON.stringify(red[0]));
		assert.deepEqual(undone(read(stored), 'red'), [dimBlue]);
		delete stored.steps[0].replaced[0].entry.due;
		assert.deepEqual(shown(read(stored)), shown(red));
		assert.deepEqual(undone(read(stored), 'red'), []);
	});
});
