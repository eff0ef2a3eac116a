import assert from 'node:assert/strict';
import { dueNow } from '../../../../../src/platform/state/outbox/due.ts';
import {
	graceMs,
	nextToSend,
	sendTimes,
	shownStateOf,
	waitingChangeOf,
	withAdded,
	withEndedSenders,
} from '../../../../../src/platform/state/outbox/queue.ts';
import { withoutSent } from '../../../../../src/platform/state/outbox/replacement.ts';
import { newestUndoable, withoutGroup } from '../../../../../src/platform/state/outbox/undo.ts';
import { hall, kitchen, type LampChange, type LampEntry, lampEntry, lamps, office } from './lamps.ts';

const at = { account: 'home', origin: 'here', now: 1000 };
const old = -10 * 60_000;

describe('The queue of an outbox', () => {
	const adding = { group: 'new', now: 7, due: 9, origin: 'here', createId: () => 'made' };
	const red = { key: kitchen, change: { color: 'red' } };
	const states: readonly (readonly [what: string, state: LampEntry['state'], isMerged: boolean])[] = [
		['pending', { kind: 'pending' }, true],
		['waiting', { kind: 'waiting', reason: '', mayBeDone: false }, true],
		['waiting, and may have been sent', { kind: 'waiting', reason: '', mayBeDone: true }, false],
		['being sent', { kind: 'sending', since: 0 }, false],
		['refused', { kind: 'refused', reason: '', mayBeDone: false }, false],
		['in conflict', { kind: 'conflict', theirs: '' }, false],
	];
	for (const [what, state, isMerged] of states) {
		it(`${isMerged ? 'extends' : 'adds a new entry after'} an entry that is ${what}`, () => {
			const queue = withAdded(lamps, [lampEntry('one', { state })], [red], adding);
			assert.deepEqual(
				queue.map(({ id, steps, due }) => [id, steps.length, due]),
				isMerged
					? [['one', 2, 9]]
					: [
							['one', 1, 0],
							['made', 1, 9],
						],
			);
		});

		it(`${isMerged ? 'undoes' : 'keeps'} the changes of an entry that is ${what}`, () => {
			const queue = [lampEntry('one', { state })];
			assert.equal(newestUndoable(queue, 'here')?.group, isMerged ? 'one' : undefined);
			assert.deepEqual(withoutGroup(lamps, queue, 'one'), isMerged ? [] : queue);
		});
	}

	for (const [what, state, left] of [
		['refused', { kind: 'refused', reason: '', mayBeDone: false }, [{ brightness: 5 }, { color: 'red' }]],
		['in conflict', { kind: 'conflict', theirs: '' }, [{ brightness: 5 }, { color: 'red' }]],
		['being sent', { kind: 'sending', since: 0 }, [{ brightness: 5, color: 'blue' }, { color: 'red' }]],
	] as const satisfies readonly (readonly [string, LampEntry['state'], readonly LampChange[]])[]) {
		it(`replaces of a change that is ${what} ${left[0] && 'color' in left[0] ? 'nothing' : 'what it decides'}`, () => {
			const steps = [{ group: '', change: { brightness: 5, color: 'blue' }, at: 0 }];
			const queue = withAdded(lamps, [lampEntry('one', { state, steps })], [red], adding);
			assert.deepEqual(
				queue.map((entry) => entry.steps[0]?.change),
				left,
			);
			const dim = { key: kitchen, change: { brightness: 1 } };
			const later = withAdded(lamps, queue, [dim], { ...adding, createId: () => 'dim' });
			assert.equal(
				later.some(({ id }) => id === 'one'),
				state.kind === 'sending',
			);
		});
	}

	it('has the rest of a change confirmed that was made before that was', () => {
		const steps = [
			{ group: 'one', change: { brightness: 5 }, at: old },
			{ group: 'two', change: { color: 'blue' }, at: 0 },
		];
		const sent = lampEntry('sent', {
			textId: 'text',
			steps: [{ group: 'three', change: red.change, at: 0 }],
		});
		const [left = assert.fail()] = withoutSent(lamps, [lampEntry('one', { steps }), sent], 'sent');
		assert.deepEqual(left.steps, [{ group: 'two', change: { brightness: 5 }, at: old }]);
		assert.equal(shownStateOf(left, 1000), 'unconfirmed');
	});

	it('replaces neither a refused text nor a refused change of another item', () => {
		const state = { kind: 'refused', reason: '', mayBeDone: true } as const;
		const text = lampEntry('text', {
			state,
			textId: 'one',
			steps: [{ group: '', change: { color: 'blue', note: 'Off.' }, at: 0 }],
		});
		const other = lampEntry('hall', {
			state,
			key: hall,
			steps: [{ group: '', change: { color: 'blue' }, at: 0 }],
		});
		const queue = withAdded(lamps, [text, other], [red], adding);
		assert.deepEqual(
			queue.map(({ id }) => id),
			['text', 'hall', 'made'],
		);
	});

	it('makes the earlier entries of an item due with a text, and adds that once', () => {
		const never = { due: 9999, origin: 'there' };
		const before = [
			lampEntry('one', never),
			lampEntry('hall', { ...never, key: hall }),
			lampEntry('sending', { ...never, state: { kind: 'sending', since: 0 } }),
		];
		const queue = withAdded(lamps, before, [{ key: kitchen, change: { note: 'Off.' } }], {
			...adding,
			textId: 'one',
		});
		assert.deepEqual(
			queue.map(({ id, due, origin }) => [id, due, origin]),
			[
				['one', 9, 'here'],
				['hall', 9999, 'there'],
				['sending', 9999, 'there'],
				['made', 9, 'here'],
			],
		);
		const later = withAdded(lamps, queue, [red], { ...adding, createId: () => 'later' });
		assert.equal(later.length, 5);
		// As a window does that hung while it wrote the queue.
		const again = withAdded(lamps, queue, [{ key: kitchen, change: { note: 'Off.' } }], {
			...adding,
			textId: 'one',
		});
		assert.deepEqual(again, queue);
	});

	it('undoes the newest command first, also one that extended an older entry', () => {
		const queue = withAdded(
			lamps,
			[lampEntry('one', {}, 1), lampEntry('two', { key: hall }, 2)],
			[red],
			adding,
		);
		assert.equal(newestUndoable(queue, 'here')?.group, 'new');
		const before = withoutGroup(lamps, queue, 'new');
		assert.deepEqual(
			before.map(({ id, steps }) => [id, steps.length]),
			[
				['one', 1],
				['two', 1],
			],
		);
		assert.equal(newestUndoable(before, 'here')?.group, 'two');
	});

	it('undoes what this window has changed before what another window has', () => {
		const queue = [lampEntry('mine', {}, 1), lampEntry('theirs', { origin: 'there', key: hall }, 2)];
		assert.deepEqual(
			['here', 'there', 'elsewhere'].map((origin) => newestUndoable(queue, origin)),
			[
				{ group: 'mine', at: 1, isOwn: true },
				{ group: 'theirs', at: 2, isOwn: true },
				{ group: 'theirs', at: 2, isOwn: false },
			],
		);
	});

	it('says what an item will have: everything on its way, but nothing refused or in conflict', () => {
		const change = (brightness: number) => [{ group: '', change: { brightness }, at: 0 }];
		const queue = [
			lampEntry('sending', {
				state: { kind: 'sending', since: 0 },
				steps: [{ group: '', change: red.change, at: 0 }],
			}),
			lampEntry('pending', { steps: change(3) }),
			lampEntry('refused', { state: { kind: 'refused', reason: '', mayBeDone: false }, steps: change(4) }),
			lampEntry('conflict', { state: { kind: 'conflict', theirs: '' }, steps: change(5) }),
		];
		assert.deepEqual(waitingChangeOf(lamps, queue), { color: 'red', brightness: 3 });
		assert.equal(waitingChangeOf(lamps, queue.slice(2)), undefined);
	});

	const next = (...queue: readonly LampEntry[]) => nextToSend(lamps, queue, at)?.id;

	it('sends what is due, in order, for each account', () => {
		const later = lampEntry('later', { due: 1001 });
		assert.equal(next(later), undefined);
		assert.equal(next(later, lampEntry('hall', { key: hall })), 'hall');
		assert.equal(next(lampEntry('office', { key: office })), undefined);
		assert.equal(next(lampEntry('one'), lampEntry('hall', { key: hall })), 'one');
	});

	it('sends first what the user wants to be sent now', () => {
		const queue = [lampEntry('one', { due: 5 }), lampEntry('hall', { key: hall, due: 5 })];
		assert.equal(next(...dueNow(queue, new Set(['hall']), at)), 'hall');
	});

	it('sends nothing of an item before its earlier changes, except those that the user has to decide', () => {
		const after = lampEntry('after');
		assert.equal(next(lampEntry('one', { due: 2000 }), after), undefined);
		assert.equal(next(lampEntry('one', {}, old), after), 'after');
		assert.equal(next(lampEntry('one', { state: { kind: 'conflict', theirs: '' } }), after), 'after');
		const refused = lampEntry('one', { state: { kind: 'refused', reason: '', mayBeDone: false } });
		assert.equal(next(refused, after), 'after');
	});

	it('sends what was made before the clock was set back', () => {
		const hour = 3_600_000;
		const entry = lampEntry('one', { due: hour + 5000 }, hour);
		assert.equal(next(entry), 'one');
		assert.equal(next(lampEntry('later', { due: hour }, 900)), undefined);
		assert.equal(next(lampEntry('soon', { due: 6000 }, 1400)), undefined);
	});

	it('leaves the entries of another window to it for a while', () => {
		const theirs = lampEntry('theirs', { origin: 'there' });
		const sending = lampEntry('sending', {
			origin: 'there',
			key: hall,
			state: { kind: 'sending', since: 500 },
		});
		assert.equal(next(theirs, sending), undefined);
		const late = { ...at, now: graceMs };
		assert.equal(nextToSend(lamps, [theirs, sending], late)?.id, 'theirs');
		assert.equal(nextToSend(lamps, [sending], late), undefined);
		assert.deepEqual([...sendTimes(lamps, [sending], at)], [['home', graceMs + 500]]);
	});

	it('marks only once what an ended window was sending, and no window checks it before that time', () => {
		const state = { kind: 'sending', since: 500 } as const;
		const queue = [lampEntry('one', { state }), lampEntry('other', { key: office, state })];
		const left = withEndedSenders(lamps, queue, { account: 'home', checkAt: 9000 });
		assert.deepEqual(left, [{ ...queue[0], checkAt: 9000 }, queue[1]]);
		for (const origin of ['here', 'elsewhere'])
			assert.deepEqual([...sendTimes(lamps, left.slice(0, 1), { origin, now: 6000 })], [['home', 9000]]);
		assert.equal(withEndedSenders(lamps, left, { account: 'home', checkAt: 12_000 }), left);
	});

	it('lets an entry wait again that had waited before an ended window began to send it', () => {
		const state = { kind: 'sending', since: 500, reason: 'Offline.' } as const;
		const entry = lampEntry('one', { state });
		const left = withEndedSenders(lamps, [entry], { account: 'home', checkAt: 9000 });
		const waiting = { kind: 'waiting', reason: 'Offline.', mayBeDone: true };
		assert.deepEqual(left, [{ ...entry, checkAt: 9000, state: waiting }]);
	});

	it('keeps the wait before a check, unless the clock was set back since', () => {
		const hour = 3_600_000;
		for (const state of [
			{ kind: 'sending', since: hour },
			{ kind: 'waiting', reason: '', mayBeDone: true },
		] as const)
			for (const [checkAt, isDue] of [
				[hour, true],
				[3000, false],
			] as const) {
				const entry = lampEntry('one', { due: hour, state, checkAt }, hour);
				assert.equal(nextToSend(lamps, [entry], { ...at, now: 1000 }) === entry, isDue);
				assert.equal(nextToSend(lamps, [entry], { ...at, now: 3000 }), entry);
			}
	});

	it('has no time to send what waits for the user', () => {
		const queue = [
			lampEntry('old', {}, old),
			lampEntry('conflict', { key: hall, state: { kind: 'conflict', theirs: '' } }),
			lampEntry('office', { key: office, due: 70 }),
		];
		assert.deepEqual([...sendTimes(lamps, queue, at)], [['work', 70]]);
	});

	it('names the state of an entry as the user sees it', () => {
		const shown = (state: LampEntry['state'], when = 0) =>
			shownStateOf(lampEntry('one', { state }, when), 1000);
		assert.equal(shown({ kind: 'pending' }), 'pending');
		assert.equal(shown({ kind: 'pending' }, old), 'unconfirmed');
		assert.equal(shown({ kind: 'waiting', reason: '', mayBeDone: false }), 'waiting');
		assert.equal(shown({ kind: 'waiting', reason: '', mayBeDone: false }, old), 'unconfirmed');
		assert.equal(shown({ kind: 'waiting', reason: '', mayBeDone: true }, old), 'waiting');
		assert.equal(shown({ kind: 'sending', since: 0 }, old), 'sending');
		assert.equal(shown({ kind: 'sending', since: 0, reason: 'No connection.' }), 'waiting');
		assert.equal(shown({ kind: 'refused', reason: '', mayBeDone: false }, old), 'refused');
	});
});
