import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import type { Name, Storage } from '../../../../../src/base/files/storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Outbox } from '../../../../../src/platform/state/outbox/outbox.ts';
import { shownStateOf } from '../../../../../src/platform/state/outbox/queue.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { settle, skippableTime } from '../../../../kit/window/clock.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { until } from '../../../../tools/until.ts';
import {
	Houses,
	hall,
	kitchen,
	type LampChange,
	type LampKey,
	lampEntry,
	office,
	offline,
	openWindow,
} from './lamps.ts';

/** Longer than any test. */
const neverMs = 3_600_000;

describe('The outbox', () => {
	const { folder, ending } = stage();
	const time = skippableTime();

	async function open({
		retryMs,
		arrivalMs = 0,
	}: {
		readonly retryMs?: () => number;
		readonly arrivalMs?: number;
	} = {}) {
		const at = await folder();
		const storage = fileStorage(at, readable().log);
		const houses = new Houses();
		const window = async (isLocal?: (key: LampKey) => boolean) => {
			const opened = await openWindow({ storage, houses, isLocal, arrivalMs, ...(retryMs && { retryMs }) });
			ending(() => opened.outbox.dispose());
			return opened;
		};
		return { at, storage, houses, window, ...(await window()) };
	}

	const states = ({ entries }: Outbox<LampKey, LampChange>) => entries.map(({ state }) => state.kind);
	const sent = (outbox: Outbox<LampKey, LampChange>) =>
		until(() => outbox.entries.length === 0, { what: 'everything was sent' });

	/**
	 * Adds changes that cannot be sent, and lets them wait for so long that the user has to confirm them. Needs an outbox without retries,
	 * and adds all with one command: an attempt that runs while the time is skipped would still send them.
	 */
	async function addUnconfirmed(
		{ outbox, houses }: Awaited<ReturnType<typeof open>>,
		add: () => Promise<unknown>,
	): Promise<void> {
		houses.before = () => {
			throw offline();
		};
		await add();
		await until(() => states(outbox).every((kind) => kind === 'waiting'));
		houses.before = () => {};
		time.skip(10 * 60_000 + 1);
	}

	it('shows a change as pending, sends it after the delay, and then forgets it', async () => {
		const { outbox, houses, settled } = await open();
		await outbox.add([{ key: kitchen, change: { brightness: 5 } }], 200);
		assert.deepEqual(states(outbox), ['pending']);
		assert.deepEqual(outbox.waitingChangeOf(kitchen), { brightness: 5 });
		assert.deepEqual(houses.requests, []);
		await sent(outbox);
		assert.deepEqual(houses.requests, ['set home/kitchen {"brightness":5}']);
		assert.deepEqual(settled, ['kitchen sent']);
		assert.equal(outbox.waitingChangeOf(kitchen), undefined);
	});

	it('merges a later change of the same item into the pending one, and makes one request', async () => {
		const { outbox, houses } = await open();
		await outbox.add([{ key: kitchen, change: { brightness: 5, color: 'red' } }], neverMs);
		await outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
		await outbox.add([{ key: kitchen, change: { color: 'blue' } }], neverMs);
		assert.deepEqual(outbox.waitingChangeOf(kitchen), { brightness: 5, color: 'blue' });
		await outbox.sendNow(...outbox.entries.map(({ id }) => id));
		await sent(outbox);
		assert.deepEqual(houses.requests, [
			'set home/kitchen {"brightness":5,"color":"blue"}',
			'set home/hall {"brightness":1}',
		]);
	});

	it('makes a new entry for a change of an item that is being sent, and sends it afterwards', async () => {
		const { outbox, houses } = await open();
		let answer = () => {};
		houses.answer = () => new Promise((resolve) => (answer = resolve));
		await outbox.add([{ key: kitchen, change: { brightness: 5 } }], 0);
		await until(() => houses.requests.length === 1);
		await outbox.add([{ key: kitchen, change: { brightness: 6 } }], 0);
		assert.deepEqual(states(outbox), ['sending', 'pending']);
		assert.deepEqual(outbox.waitingChangeOf(kitchen), { brightness: 6 });
		houses.answer = () => {};
		answer();
		await sent(outbox);
		assert.deepEqual(houses.requests, [
			'set home/kitchen {"brightness":5}',
			'set home/kitchen {"brightness":6}',
		]);
	});

	it('never sends an undone change, also not after a restart', async () => {
		const { outbox, houses, window } = await open();
		await outbox.add([{ key: kitchen, change: { brightness: 5 } }], neverMs);
		await outbox.add([{ key: kitchen, change: { color: 'red' } }], neverMs);
		assert.equal((await outbox.undo()).length, 1);
		assert.deepEqual(outbox.waitingChangeOf(kitchen), { brightness: 5 });
		assert.equal((await outbox.undo()).length, 1);
		assert.deepEqual(await outbox.undo(), []);
		outbox.dispose();
		const next = await window();
		assert.deepEqual(next.outbox.entries, []);
		assert.deepEqual(houses.requests, []);
	});

	it('adds the changes of a command in one write, and undoes them together', async () => {
		const { outbox, houses } = await open();
		await outbox.add([{ key: hall, change: { color: 'red' } }], neverMs);
		const restore = failing('rename', 'ENOSPC', { path: /all/ });
		try {
			const both = [kitchen, hall].map((key) => ({ key, change: { brightness: 5 } }));
			await assert.rejects(outbox.add(both, 0), { code: 'ENOSPC' });
		} finally {
			restore();
		}
		assert.deepEqual(outbox.waitingChangeOf(hall), { color: 'red' });
		assert.equal(outbox.waitingChangeOf(kitchen), undefined);
		await outbox.add(
			[kitchen, hall, office].map((key) => ({ key, change: { brightness: 5 } })),
			neverMs,
		);
		assert.equal(outbox.entries.length, 3);
		assert.deepEqual(
			(await outbox.undo()).map(({ key }) => key.room),
			['hall', 'kitchen', 'office'],
		);
		assert.deepEqual(
			outbox.entries.map(({ key }) => key.room),
			['hall'],
		);
		assert.deepEqual(houses.requests, []);
	});

	it('undoes a command that is not the newest one, and knows what this window has changed', async () => {
		const { outbox, window } = await open();
		const group = await outbox.add([{ key: kitchen, change: { brightness: 5 } }], neverMs);
		await outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
		assert.equal((await outbox.undo(group)).length, 1);
		const other = await window();
		const [left, ...rest] = outbox.entries;
		assert.ok(left);
		assert.deepEqual([left.key, rest], [hall, []]);
		assert.deepEqual([outbox.isOwn(left), other.outbox.isOwn(left)], [true, false]);
	});

	it('neither undoes what is being sent nor sends it again', async () => {
		const { outbox, houses } = await open();
		let answer = () => {};
		houses.answer = () => new Promise((resolve) => (answer = resolve));
		await outbox.add([{ key: kitchen, change: { brightness: 5 } }], 0);
		await until(() => houses.requests.length === 1);
		assert.deepEqual(await outbox.undo(), []);
		await outbox.sendNow(outbox.entries[0]?.id ?? '');
		assert.deepEqual(states(outbox), ['sending']);
		answer();
		await sent(outbox);
		assert.equal(houses.requests.length, 1);
	});

	it('keeps the changes of an account that cannot be reached, and sends them in order when it can', async () => {
		const { outbox, houses } = await open();
		houses.before = (request) => {
			if (request.includes('home/')) throw offline();
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await outbox.add([{ key: hall, change: { brightness: 2 } }], 0);
		await outbox.add([{ key: office, change: { brightness: 3 } }], 0);
		await until(() => houses.requests.length === 1 && states(outbox).every((kind) => kind === 'waiting'));
		const [waiting] = outbox.entries;
		assert.deepEqual(waiting?.state, {
			...{ kind: 'waiting', reason: 'The house does not answer.', mayBeDone: false },
		});
		houses.before = () => {};
		await until(() => {
			// An answer during an attempt says nothing about it, so the forges answer more than once.
			outbox.didReach('work');
			outbox.didReach('home');
			return outbox.entries.length === 0;
		});
		assert.deepEqual(houses.requests, [
			'set work/office {"brightness":3}',
			'set home/kitchen {"brightness":1}',
			'set home/hall {"brightness":2}',
		]);
	});

	it('shows what waits as waiting, with the reason, while it is tried again', async () => {
		const { outbox, houses } = await open({ retryMs: () => 10 });
		houses.before = () => {
			throw offline();
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await until(() => states(outbox)[0] === 'waiting');
		let answer = () => {};
		houses.answer = () => new Promise((resolve) => (answer = resolve));
		houses.before = () => {};
		await until(() => houses.requests.length === 1);
		const [entry = assert.fail()] = outbox.entries;
		const { since: _, ...state } = { since: 0, ...entry.state };
		assert.deepEqual(state, { kind: 'sending', reason: 'The house does not answer.' });
		assert.equal(shownStateOf(entry, Date.now()), 'waiting');
		answer();
		await sent(outbox);
	});

	it('sends to other accounts while one does not answer', async () => {
		const { outbox, houses } = await open();
		const home = Promise.withResolvers<void>();
		houses.answer = (request) => (request.includes('home/') ? home.promise : undefined);
		await outbox.add(
			[kitchen, office].map((key) => ({ key, change: { brightness: 1 } })),
			0,
		);
		await until(() => states(outbox).join() === 'sending', { what: 'only the office has its light' });
		home.resolve();
		await sent(outbox);
	});

	it('keeps the changes of an account that is signed out until it signs in', async () => {
		const { outbox, houses } = await open({ retryMs: () => 0 });
		houses.before = () => {
			throw new ForgeError('signed-out', 'Sign in again.');
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await until(() => states(outbox)[0] === 'waiting');
		houses.before = () => {};
		outbox.didReach('home');
		assert.deepEqual(houses.requests, []);
		outbox.didChangeAccounts();
		await sent(outbox);
		assert.equal(houses.requests.length, 1);
	});

	it('sends again what the forge could not be reached for, if it answers just as the attempt ends', async () => {
		const kept = memoryStorage();
		const { promise: released, resolve: release } = Promise.withResolvers<void>();
		const lock: Storage['lock'] = async (name, work) => {
			const result = await kept.lock(name, work);
			if (name[0] === 'sending') await released;
			return result;
		};
		const houses = new Houses();
		const { outbox } = await openWindow({ storage: { ...kept, lock }, houses, retryMs: () => neverMs });
		ending(() => outbox.dispose());
		houses.before = () => {
			throw offline();
		};
		await outbox.add([{ key: kitchen, change: { brightness: 5 } }], 0);
		await until(() => states(outbox)[0] === 'waiting');
		houses.before = () => {};
		outbox.didReach('home');
		release();
		await sent(outbox);
	});

	it('shows a change that was made while the queue was being read from a slow disk', async () => {
		const kept = memoryStorage();
		let listed = Promise.resolve();
		const slow = { ...kept, names: (name: Name) => listed.then(() => kept.names(name)) };
		const { outbox } = await openWindow({ storage: slow, houses: new Houses() });
		ending(() => outbox.dispose());
		const { promise, resolve } = Promise.withResolvers<void>();
		listed = promise;
		const reading = outbox.readNow();
		const adding = outbox.add([{ key: kitchen, change: { brightness: 5 } }], neverMs);
		for (let turn = 0; turn < 50; turn++) await settle();
		resolve();
		await Promise.all([reading, adding]);
		assert.deepEqual(states(outbox), ['pending']);
	});

	it('asks for confirmation of a change that has waited for more than ten minutes', async () => {
		const opened = await open({ retryMs: () => neverMs });
		const { outbox, houses, window } = opened;
		await addUnconfirmed(opened, () => opened.outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0));
		let changes = 0;
		outbox.onDidChange(() => changes++);
		outbox.didReach('home');
		assert.equal(changes, 1, 'what shows the change learns that the user has to confirm it');
		outbox.dispose();
		const later = await window();
		later.outbox.didReach('home');
		later.outbox.didChangeAccounts();
		await later.outbox.add([{ key: hall, change: { brightness: 2 } }], 0);
		await until(() => later.outbox.entries.length === 1);
		assert.deepEqual(houses.requests, ['set home/hall {"brightness":2}']);
		await later.outbox.sendNow(later.outbox.entries[0]?.id ?? '');
		await sent(later.outbox);
		assert.equal(houses.requests.length, 2);
	});

	it('keeps what is refused with the reason, sends other changes, and sends it again or discards it', async () => {
		const { outbox, houses, settled } = await open();
		houses.before = () => {
			throw new ForgeError('refused', 'The lamp is locked.');
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await outbox.add([{ key: hall, change: { brightness: 1 } }], 0);
		await until(() => settled.length === 2);
		const [refused, other] = outbox.entries;
		assert.deepEqual(refused?.state, {
			...{ kind: 'refused', reason: 'The lamp is locked.', mayBeDone: false },
		});
		assert.equal(outbox.waitingChangeOf(kitchen), undefined);
		houses.before = () => {};
		await outbox.add([{ key: kitchen, change: { color: 'red' } }], 0);
		await until(() => houses.requests.length === 1);
		await outbox.discard(other?.id ?? '');
		await outbox.sendNow(refused?.id ?? '');
		await sent(outbox);
		assert.deepEqual(houses.requests, [
			'set home/kitchen {"color":"red"}',
			'set home/kitchen {"brightness":1}',
		]);
	});

	it('discards several changes at once, and tells which', async () => {
		const { outbox, houses, send, drafts } = await open();
		await outbox.add(
			[kitchen, hall].map((key) => ({ key, change: { brightness: 1 } })),
			neverMs,
		);
		houses.before = () => {
			throw offline();
		};
		await send('It flickers.', office);
		await until(() => states(outbox).includes('waiting'));
		const ids = outbox.entries.map(({ id }) => id);
		const left: (readonly string[])[] = [];
		outbox.onDidChange(() => left.push(states(outbox)));
		assert.deepEqual(await outbox.discard(...ids, 'gone'), ids);
		assert.deepEqual(await outbox.discard(...ids), []);
		assert.deepEqual([left, drafts()], [[[]], ['It flickers.']]);
	});

	it('does not bring back what a change has replaced of a refused one when that change is undone', async () => {
		const { outbox, houses, settled } = await open();
		houses.before = () => {
			throw new ForgeError('refused', 'The lamp is locked.');
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1, color: 'blue' } }], 0);
		await until(() => settled.length === 1);
		await outbox.add([{ key: kitchen, change: { color: 'red' } }], neverMs);
		assert.equal((await outbox.undo()).length, 1);
		const changes = outbox.entries.map(({ state, steps }) => [state.kind, ...steps.map((one) => one.change)]);
		assert.deepEqual(changes, [['refused', { brightness: 1 }]]);
	});

	it('keeps a conflict with the other change, and makes the change only if the user still wants it, over no later one', async () => {
		const { outbox, houses } = await open();
		houses.theirs = 'green';
		await outbox.add([{ key: kitchen, change: { color: 'red' } }], 0);
		await until(() => states(outbox)[0] === 'conflict');
		assert.deepEqual(outbox.entries[0]?.state, { kind: 'conflict', theirs: 'green' });
		houses.theirs = 'blue';
		await outbox.sendNow(outbox.entries[0]?.id ?? '');
		const blue = { kind: 'conflict', theirs: 'blue' } as const;
		await until(() => isDeepStrictEqual(outbox.entries[0]?.state, blue));
		assert.equal(houses.lamps.get('home/kitchen'), undefined);
		await outbox.sendNow(outbox.entries[0]?.id ?? '');
		await sent(outbox);
		assert.deepEqual(houses.lamps.get('home/kitchen'), { color: 'red' });
	});

	it('checks a change that may have arrived before it sends it again', async () => {
		for (const isMade of [true, false]) {
			const { outbox, houses } = await open({ retryMs: () => 10 });
			let failures = 1;
			const lose = () => {
				if (failures-- > 0) throw new ForgeError('timeout', 'No answer.', { mayBeDone: true });
			};
			if (isMade) houses.answer = lose;
			else houses.before = lose;
			await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
			await sent(outbox);
			assert.deepEqual(
				houses.requests.map((request) => request.split(' ')[0]),
				isMade ? ['set', 'look'] : ['look', 'set'],
			);
		}
	});

	it('does not send a change that is discarded while the forge is asked for it', async () => {
		const { outbox, houses } = await open({ retryMs: () => 10 });
		let isDiscarded: Promise<unknown> = Promise.resolve();
		houses.before = (request) => {
			if (request.startsWith('set')) throw new ForgeError('timeout', 'No answer.', { mayBeDone: true });
			isDiscarded = outbox.discard(outbox.entries[0]?.id ?? '');
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await until(() => houses.requests.length > 0);
		await isDiscarded;
		houses.before = () => {};
		await outbox.add([{ key: hall, change: { brightness: 2 } }], 0);
		await sent(outbox);
		assert.deepEqual(houses.requests, ['look home/kitchen', 'set home/hall {"brightness":2}']);
	});

	it('lets the user decide after an unexpected failure, and checks before it sends again', async () => {
		const { outbox, houses } = await open();
		houses.answer = () => {
			throw new TypeError('undefined is not a lamp');
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await until(() => states(outbox)[0] === 'refused');
		houses.answer = () => {};
		await outbox.sendNow(outbox.entries[0]?.id ?? '');
		await sent(outbox);
		assert.deepEqual(houses.requests, ['set home/kitchen {"brightness":1}', 'look home/kitchen']);
	});

	it('asks for a change that was refused again if it seems to be there, and does not send it without the user', async () => {
		const { outbox, houses } = await open();
		houses.before = () => {
			throw new ForgeError('refused', 'No answer.', { mayBeDone: true });
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await until(() => states(outbox)[0] === 'refused');
		time.skip(10 * 60_000 + 1);
		houses.before = () => {};
		const [{ id } = assert.fail()] = outbox.entries;
		await outbox.check(id);
		await until(() => states(outbox)[0] === 'waiting' && houses.requests.length === 1);
		assert.deepEqual(houses.requests, ['look home/kitchen']);
		await outbox.check(id);
		assert.deepEqual(states(outbox), ['waiting'], 'what was not refused is left as it is');
	});

	it('asks for a change that was refused at once if it seems to be there', async () => {
		const { outbox, houses } = await open({ arrivalMs: 30_000 });
		houses.answer = () => {
			throw new ForgeError('refused', 'No answer.', { mayBeDone: true });
		};
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await until(() => states(outbox)[0] === 'refused');
		await outbox.check(outbox.entries[0]?.id ?? '');
		await sent(outbox);
		assert.equal(houses.requests.at(-1), 'look home/kitchen');
	});

	it('has the new names of what waits, also of what was refused', async () => {
		const { outbox, houses } = await open();
		houses.before = () => {
			throw new ForgeError('refused', 'The lamp is locked.');
		};
		await outbox.add([{ key: kitchen, change: { color: 'red' } }], 0);
		await until(() => states(outbox)[0] === 'refused');
		await outbox.add([{ key: hall, change: { color: 'red' } }], neverMs);
		await outbox.adapt((_key, change) => ({ ...change, color: 'crimson' }));
		const colors = outbox.entries.flatMap(({ steps }) => steps.map(({ change }) => change.color));
		assert.deepEqual(colors, ['crimson', 'crimson']);
	});

	it('keeps what exists only in this window in memory, and what is on the disk there', async () => {
		const { outbox, window } = await open();
		await outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
		const sample = await window(({ room }) => room !== 'office');
		await sample.outbox.add([{ key: kitchen, change: { brightness: 2 } }], neverMs);
		const rooms = async (opened: typeof sample) => opened.outbox.entries.map(({ key }) => key.room);
		assert.deepEqual(await rooms(sample), ['hall', 'kitchen']);
		assert.deepEqual(await rooms(await window()), ['hall']);
		await sample.outbox.undo();
		assert.deepEqual(await rooms(sample), ['hall']);
	});

	it('can undo only the items of its newest command', async () => {
		const { outbox } = await open();
		assert.equal(outbox.undoableGroupOf(kitchen, outbox.undoable), undefined);
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], neverMs);
		await outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
		const [inKitchen, inHall] = outbox.entries.map(({ steps }) => steps[0]?.group);
		assert.notEqual(inKitchen, inHall);
		assert.deepEqual(
			[kitchen, hall].map((key) => outbox.undoableGroupOf(key, outbox.undoable)),
			[undefined, inHall],
		);
		assert.deepEqual(
			(await outbox.undo()).map(({ key }) => key),
			[hall],
		);
		assert.deepEqual(
			[kitchen, hall].map((key) => outbox.undoableGroupOf(key, outbox.undoable)),
			[inKitchen, undefined],
		);
	});

	describe('with a text', () => {
		const notes = (houses: Houses) => houses.notes.get('home/kitchen') ?? [];

		it('sends it at once and alone, after everything earlier of its item', async () => {
			const { outbox, houses, send } = await open();
			await outbox.add([{ key: kitchen, change: { brightness: 1 } }], neverMs);
			await outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
			await send('It flickers.');
			await outbox.add([{ key: kitchen, change: { brightness: 2 } }], neverMs);
			await send('It is off.');
			await until(() => notes(houses).length === 2);
			assert.deepEqual(houses.requests, [
				'set home/kitchen {"brightness":1}',
				'set home/kitchen {"note":"It flickers."}',
				'set home/kitchen {"brightness":2}',
				'set home/kitchen {"note":"It is off."}',
			]);
			await until(() => outbox.entries.length === 1);
			assert.equal(outbox.entries[0]?.key.room, 'hall');
		});

		it('undoes it like any other change, also while it is tried again', async () => {
			const { outbox, houses, send } = await open();
			houses.before = () => {
				throw offline();
			};
			await outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
			await send('It flickers.');
			await until(() => states(outbox).includes('waiting'));
			for (const room of ['kitchen', 'hall'])
				assert.deepEqual(
					(await outbox.undo()).map(({ key }) => key.room),
					[room],
				);
			assert.deepEqual([await outbox.undo(), states(outbox)], [[], []]);
		});

		it('is not held up by an old change that the user has to confirm', async () => {
			const opened = await open({ retryMs: () => neverMs });
			const { outbox, houses, send } = opened;
			await addUnconfirmed(opened, () => opened.outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0));
			await send('It flickers.');
			await until(() => outbox.entries.length === 1);
			assert.deepEqual(houses.requests, ['set home/kitchen {"note":"It flickers."}']);
			assert.deepEqual(states(outbox), ['waiting']);
		});

		it('removes what it sets from an old change that the user has to confirm', async () => {
			const opened = await open({ retryMs: () => neverMs });
			const { outbox, houses, send } = opened;
			const changes = [
				{ key: kitchen, change: { brightness: 1, color: 'red' } },
				{ key: hall, change: { brightness: 1 } },
			];
			await addUnconfirmed(opened, () => opened.outbox.add(changes, 0));
			await send('It flickers.', kitchen, { brightness: 3 });
			await until(() => notes(houses).length === 1 && outbox.entries.length === 2);
			assert.deepEqual(
				[outbox.waitingChangeOf(kitchen), outbox.waitingChangeOf(hall)],
				[{ color: 'red' }, { brightness: 1 }],
			);
			await outbox.sendNow(...outbox.entries.map(({ id }) => id));
			await sent(outbox);
			assert.equal(houses.lamps.get('home/kitchen')?.brightness, 3);
		});

		it('asks for confirmation of it after ten minutes, too', async () => {
			const opened = await open({ retryMs: () => neverMs });
			const { outbox, houses } = opened;
			await addUnconfirmed(opened, () => opened.send('It flickers.'));
			outbox.didReach('home');
			await outbox.add([{ key: hall, change: { brightness: 2 } }], 0);
			await until(() => outbox.entries.length === 1);
			assert.deepEqual(notes(houses), []);
			await outbox.sendNow(outbox.entries[0]?.id ?? '');
			await sent(outbox);
			assert.deepEqual(notes(houses), ['It flickers.']);
		});

		it('can be edited again once it is discarded, but not while it is being sent', async () => {
			const { outbox, houses, send, drafts } = await open();
			let answer = () => {};
			houses.answer = () => new Promise((resolve) => (answer = resolve));
			await send('It flickers.');
			await until(() => houses.requests.length === 1);
			await outbox.discard(outbox.entries[0]?.id ?? '');
			assert.deepEqual([drafts(), states(outbox)], [[], ['sending']]);
			answer();
			await sent(outbox);
			houses.before = () => {
				throw offline();
			};
			await send('It is off.');
			await until(() => states(outbox)[0] === 'waiting');
			await outbox.discard(outbox.entries[0]?.id ?? '');
			assert.deepEqual([drafts(), states(outbox)], [['It is off.'], []]);
		});

		it('is not edited again by a window that hangs while another one begins to send it', async () => {
			const { storage, houses, window } = await open();
			let hang = async () => {};
			const lock: typeof storage.lock = async (name, ...rest) => {
				if (name[1] === 'texts') await hang();
				return storage.lock(name, ...rest);
			};
			const hanging = await openWindow({ storage: { ...storage, lock }, houses });
			ending(() => hanging.outbox.dispose());
			houses.before = () => {
				throw new ForgeError('refused', 'The lamp is locked.');
			};
			await hanging.send('It flickers.');
			await until(() => states(hanging.outbox)[0] === 'refused');
			const other = await window();
			houses.before = () => {};
			let answer = () => {};
			houses.answer = () => new Promise((resolve) => (answer = resolve));
			const { id = '' } = hanging.outbox.entries[0] ?? {};
			hang = async () => {
				hang = async () => {};
				// What another window does that takes this one for hung.
				rmSync(`${storage.pathOf(['locks', 'queue', 'all'])}.lock`, { recursive: true });
				await other.outbox.sendNow(id);
				await until(() => houses.requests.length === 1);
			};
			assert.deepEqual(await hanging.outbox.discard(id), []);
			answer();
			await sent(other.outbox);
			assert.deepEqual([hanging.drafts(), notes(houses)], [[], ['It flickers.']]);
		});

		it('is soon no draft in any window, while it is sent and afterwards', async () => {
			const { outbox, houses, send, window } = await open();
			const other = await window();
			const isNoDraft = () => other.drafts().length === 0;
			houses.answer = async () => {
				await until(() => other.outbox.entries.length === 1);
				await until(isNoDraft, { what: 'the other window has read that it is on its way' });
			};
			await send('It flickers.');
			await sent(outbox);
			await until(() => other.outbox.entries.length === 0);
			await until(isNoDraft, { what: 'the other window has read that it was sent' });
			assert.deepEqual(notes(houses), ['It flickers.']);
		});

		it('tells it from an equal one that was made before', async () => {
			for (const isMade of [true, false]) {
				const { outbox, houses, send } = await open({ retryMs: () => 10 });
				await send('It flickers.');
				await sent(outbox);
				let failures = 1;
				const lose = () => {
					if (failures-- > 0) throw new ForgeError('timeout', 'No answer.', { mayBeDone: true });
				};
				if (isMade) houses.answer = lose;
				else houses.before = lose;
				await send('It flickers.');
				await sent(outbox);
				assert.deepEqual(notes(houses), ['It flickers.', 'It flickers.']);
			}
		});

		it('sends only what is missing if a part of it has arrived, and never that part again', async () => {
			const { outbox, houses, send } = await open({ retryMs: () => 10 });
			let failures = 2;
			houses.answer = () => {
				houses.lamps.delete('home/kitchen');
				if (failures-- > 0) throw new ForgeError('timeout', 'No answer.', { mayBeDone: true });
			};
			await send('It flickers.', kitchen, { brightness: 3 });
			await sent(outbox);
			assert.deepEqual(notes(houses), ['It flickers.']);
			assert.equal(houses.requests.at(-1), 'set home/kitchen {"brightness":3}');
		});
	});

	it('sends what is pending when the window closes', async () => {
		const { outbox, houses } = await open();
		assert.equal(outbox.finish(AbortSignal.abort()), undefined);
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], neverMs);
		await outbox.finish(AbortSignal.timeout(10_000));
		assert.deepEqual(houses.requests, ['set home/kitchen {"brightness":1}']);
		let answer = () => {};
		houses.answer = () => new Promise((resolve) => (answer = resolve));
		await outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
		const stop = new AbortController();
		const finishing = outbox.finish(stop.signal);
		await until(() => houses.requests.length === 2);
		stop.abort();
		await finishing;
		answer();
	});

	it('does not send over a conflict that another window has just found when the window closes', async () => {
		const { outbox, houses, storage } = await open();
		await outbox.add([{ key: kitchen, change: { color: 'red' } }], neverMs);
		let finishing: Promise<void> | undefined;
		await storage.lock(['locks', 'queue', 'all'], async () => {
			finishing = outbox.finish(AbortSignal.timeout(10_000));
			const conflict = { kind: 'conflict', theirs: 'green' } as const;
			const queue = outbox.entries.map((entry) => ({ ...entry, state: conflict }));
			await storage.replace(['queue', 'all'], JSON.stringify(queue));
		});
		await finishing;
		assert.deepEqual([states(outbox), houses.requests], [['conflict'], []]);
	});

	it('waits for what is being sent when the window closes', async () => {
		const { outbox, houses } = await open();
		let answer = () => {};
		houses.answer = () => new Promise((resolve) => (answer = resolve));
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await until(() => houses.requests.length === 1);
		const finishing = outbox.finish(AbortSignal.timeout(10_000));
		answer();
		await finishing;
		assert.deepEqual(outbox.entries, []);
	});

	it('puts back what it could not send before the window closed, so that the next one sends it unasked', async () => {
		const { outbox, houses, window } = await open();
		const { send } = houses.sender;
		const began = Promise.withResolvers<void>();
		const cancelled: typeof send = async (_key, _change, { signal }) => {
			began.resolve();
			await new Promise((resolve) => signal.addEventListener('abort', resolve));
			throw new ForgeError('busy', 'Cancelled.');
		};
		Object.assign(houses.sender, { send: cancelled });
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
		await began.promise;
		assert.deepEqual(states(outbox), ['sending']);
		await outbox.finish(AbortSignal.abort());
		Object.assign(houses.sender, { send });
		const next = await window();
		assert.deepEqual(states(next.outbox), ['pending']);
		await sent(next.outbox);
		assert.deepEqual(houses.requests, ['set home/kitchen {"brightness":1}']);
	});

	it('ends in time when the window closes, also while another window holds the lock of the file', async () => {
		const { outbox, houses, storage, window } = await open();
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], neverMs);
		const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const hanging = storage.lock(['locks', 'queue', 'all'], () => {
			locked.resolve();
			return unlock.promise;
		});
		ending(() => unlock.resolve());
		await locked.promise;
		await outbox.finish(AbortSignal.abort());
		unlock.resolve();
		await hanging;
		assert.deepEqual(states((await window()).outbox), ['pending']);
		assert.deepEqual(houses.requests, []);
	});

	it('does not send what the user has to confirm when the window closes, also if it was merged with a new change', async () => {
		const opened = await open({ retryMs: () => neverMs });
		const { outbox, houses } = opened;
		await addUnconfirmed(opened, () => opened.outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0));
		await outbox.add([{ key: kitchen, change: { color: 'red' } }], neverMs);
		assert.deepEqual(states(outbox), ['pending']);
		// The attempt to send the first change may not have ended yet.
		await outbox.finish(AbortSignal.timeout(10_000));
		assert.deepEqual(houses.requests, []);
		await outbox.add([{ key: hall, change: { brightness: 2 } }], neverMs);
		await outbox.finish(AbortSignal.timeout(10_000));
		assert.deepEqual(houses.requests, ['set home/hall {"brightness":2}']);
		assert.deepEqual(
			outbox.entries.map(({ key }) => key.room),
			['kitchen'],
		);
	});

	it('leaves a change on disk if the disk fails, and sends it later', async () => {
		const { outbox, houses, lines } = await open({ retryMs: () => 10 });
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 100);
		const restore = failing('rename', 'ENOSPC', { path: /all/ });
		try {
			await until(() => lines.some(({ line }) => line.includes('could not be sent')));
			assert.deepEqual(houses.requests, []);
			await assert.rejects(outbox.undo(), { code: 'ENOSPC' });
		} finally {
			restore();
		}
		await sent(outbox);
		assert.equal(houses.requests.length, 1);
	});

	it('asks the forge instead of sending again if it could not record that a change was made', async () => {
		const { outbox, houses } = await open({ retryMs: () => 10 });
		let restore = () => {};
		houses.answer = () => {
			restore = failing('rename', 'ENOSPC', { times: 1, path: /queue.all\.[0-9a-f-]+\.new$/ });
		};
		try {
			await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 0);
			await sent(outbox);
		} finally {
			restore();
		}
		assert.deepEqual(houses.requests, ['set home/kitchen {"brightness":1}', 'look home/kitchen']);
	});

	describe('in two windows', () => {
		it('shows and sends the changes of a window that was killed, even if files cannot be watched', async () => {
			const { storage, houses, window } = await open();
			const blind = { ...storage, watch: () => ({ dispose: () => {} }) };
			const other = await openWindow({ storage: blind, houses });
			ending(() => other.outbox.dispose());
			const killed = await window();
			await killed.outbox.add([{ key: kitchen, change: { brightness: 1 } }], 200);
			killed.outbox.dispose();
			assert.deepEqual(other.outbox.entries, []);
			other.outbox.readChanges();
			await until(() => other.outbox.entries.length === 1);
			await sent(other.outbox);
			assert.equal(houses.requests.at(-1), 'set home/kitchen {"brightness":1}');
		});

		it('shows the changes of the other window, which sends them alone', async () => {
			const { outbox, houses, window } = await open();
			const other = await window();
			await outbox.add([{ key: kitchen, change: { brightness: 1 } }], 300);
			await until(() => other.outbox.waitingChangeOf(kitchen)?.brightness === 1);
			await sent(outbox);
			await sent(other.outbox);
			assert.deepEqual(houses.requests, ['set home/kitchen {"brightness":1}']);
			assert.deepEqual(other.settled, []);
		});

		it('sends each change once, even if both windows want to send it at the same moment', async () => {
			const { outbox, houses, window } = await open();
			const other = await window();
			const keys = Array.from({ length: 5 }, (_, nth) => ({ house: 'home', room: `room ${nth}` }));
			await outbox.add(
				keys.map((key) => ({ key, change: { brightness: 1 } })),
				neverMs,
			);
			await until(() => other.outbox.entries.length === 5);
			const ids = outbox.entries.map(({ id }) => id);
			await Promise.all([outbox.sendNow(...ids), other.outbox.sendNow(...ids)]);
			await sent(outbox);
			await sent(other.outbox);
			assert.equal(houses.requests.length, 5);
		});

		it('sends all that waits once and in order, even if both windows are asked to at the same moment', async () => {
			const { outbox, houses, window, send } = await open();
			houses.before = () => {
				throw offline();
			};
			const keys = Array.from({ length: 5 }, (_, nth) => ({ house: 'home', room: `room ${nth}` }));
			for (const key of keys) await outbox.add([{ key, change: { brightness: 1 } }], 0);
			await send('Why?', keys[0]);
			await until(() => states(outbox).every((state) => state === 'waiting'));
			houses.before = () => {};
			time.skip(10 * 60_000 + 1);
			const other = await window();
			const ids = outbox.entries.map(({ id }) => id);
			await Promise.all([outbox.sendAll(ids), other.outbox.sendAll(ids)]);
			await sent(outbox);
			await sent(other.outbox);
			assert.deepEqual(houses.requests, [
				...keys.map(({ room }) => `set home/${room} {"brightness":1}`),
				'set home/room 0 {"note":"Why?"}',
			]);
		});

		it('undoes a change of the other window', async () => {
			const { outbox, houses, window } = await open();
			const other = await window();
			await outbox.add([{ key: kitchen, change: { brightness: 1 } }], neverMs);
			assert.equal((await other.outbox.undo()).length, 1);
			await until(() => outbox.entries.length === 0);
			assert.deepEqual(houses.requests, []);
		});

		it('loses nothing if another window takes the lock of the file and writes before a hung one continues', async () => {
			const { outbox, storage, window } = await open();
			await outbox.add([{ key: kitchen, change: { brightness: 1 } }], neverMs);
			const other = await window();
			let theirs: Promise<unknown> | undefined;
			const editQueue = <T>(queue: T): T => {
				if (!theirs) {
					// What another window does that takes this one for hung.
					rmSync(`${storage.pathOf(['locks', 'queue', 'all'])}.lock`, { recursive: true });
					theirs = other.outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
				}
				return queue;
			};
			await outbox.add([{ key: office, change: { brightness: 1 } }], neverMs, { editQueue });
			await theirs;
			const rooms = (await window()).outbox.entries.map(({ key }) => key.room);
			assert.deepEqual(rooms.toSorted(), ['hall', 'kitchen', 'office']);
		});

		it('sends nothing after the other window has taken the lock, and asks the forge first when it has it again', async () => {
			const { outbox, houses, storage } = await open();
			let losses = 0;
			houses.before = () => {
				// What another window does that takes this one for hung.
				if (losses++ === 0) rmSync(`${storage.pathOf(['sending', 'home'])}.lock`, { recursive: true });
			};
			await outbox.add([{ key: kitchen, change: { brightness: 5 } }], 0);
			await sent(outbox);
			assert.deepEqual(houses.requests, ['look home/kitchen', 'set home/kitchen {"brightness":5}']);
		});

		it('checks what a window was sending that is gone', async () => {
			for (const isMade of [true, false]) {
				const { outbox, storage, houses, window } = await open();
				outbox.dispose();
				if (isMade) houses.lamps.set('home/kitchen', { brightness: 5 });
				const left = lampEntry('one', { state: { kind: 'sending', since: 0 } }, Date.now());
				await storage.replace(['queue', 'all'], JSON.stringify([left]));
				const next = await window();
				await sent(next.outbox);
				assert.deepEqual(
					houses.requests.map((request) => request.split(' ')[0]),
					isMade ? ['look'] : ['look', 'set'],
				);
			}
		});

		it('does not make a change again if the request of a killed window arrives after that window has ended', async () => {
			const { outbox, storage, houses } = await open();
			outbox.dispose();
			const left = lampEntry('one', { state: { kind: 'sending', since: 0 } }, Date.now());
			await storage.replace(['queue', 'all'], JSON.stringify([left]));
			const arrive = () => houses.lamps.set('home/kitchen', { brightness: 5 });
			const lock: typeof storage.lock = (name, work, signal) => {
				const isSending = name[0] === 'sending';
				if (!isSending) return storage.lock(name, work, signal);
				return storage.lock(name, (held) => work(held).finally(arrive), signal);
			};
			const next = await openWindow({
				...{ storage: { ...storage, lock }, houses },
				arrivalMs: 200,
			});
			ending(() => next.outbox.dispose());
			await sent(next.outbox);
			assert.deepEqual(houses.requests, ['look home/kitchen']);
		});

		it('asks the user before it sends again what another window was sending long ago', async () => {
			const { outbox, storage, houses, window } = await open();
			outbox.dispose();
			const state = { kind: 'sending', since: 0 } as const;
			const left = lampEntry('one', { state }, Date.now() - 3_600_000);
			await storage.replace(['queue', 'all'], JSON.stringify([left]));
			const next = await window();
			await until(() => states(next.outbox)[0] === 'waiting');
			assert.deepEqual(houses.requests, ['look home/kitchen']);
			await next.outbox.sendNow('one');
			await sent(next.outbox);
			assert.deepEqual(houses.requests, ['look home/kitchen', 'set home/kitchen {"brightness":5}']);
		});
	});

	it('counts damaged files until the user removes them', async () => {
		const { outbox, storage, window } = await open();
		await outbox.add([{ key: kitchen, change: { brightness: 1 } }], neverMs);
		const text = (await storage.read(['queue', 'all'])) ?? '';
		await storage.replace(['queue', 'all'], JSON.stringify([...JSON.parse(text), { id: 'x' }]));
		await until(() => outbox.damagedCount === 1);
		await outbox.add([{ key: hall, change: { brightness: 1 } }], neverMs);
		assert.equal(outbox.entries.length, 2);
		const next = await window();
		assert.deepEqual([outbox.damagedCount, next.outbox.damagedCount], [1, 1]);
		let changes = 0;
		next.outbox.onDidChange(() => changes++);
		await storage.remove(['unreadable']);
		next.outbox.readChanges();
		await until(() => next.outbox.damagedCount === 0);
		assert.equal(changes, 1);
	});
});
