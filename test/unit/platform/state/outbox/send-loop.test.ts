import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { dueNow } from '../../../../../src/platform/state/outbox/due.ts';
import { confirmAfterMs, isUnconfirmed } from '../../../../../src/platform/state/outbox/entry.ts';
import { sendTimes } from '../../../../../src/platform/state/outbox/queue.ts';
import { runSendLoop } from '../../../../../src/platform/state/outbox/send-loop.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';
import { Houses, hall, type LampEntry, lampEntry, lamps, office } from './lamps.ts';

const arrivalMs = 3000;

describe('A delivery', () => {
	const clock = stopTheDate(1000);

	function open(...entries: readonly LampEntry[]) {
		const houses = new Houses();
		const stop = new AbortController();
		const store = { queue: entries, states: [] as string[] };
		const settled: string[] = [];
		const confirm = async () => {
			if (lock.isLost) {
				stop.abort();
				stop.signal.throwIfAborted();
			}
			if (lock.failure) throw lock.failure;
		};
		const lock: { isLost: boolean; failure?: Error } = { isLost: false };
		const run = () =>
			runSendLoop(
				{
					...{
						format: lamps,
						sender: houses.sender,
						origin: 'here',
						arrivalMs,
						signal: stop.signal,
						confirm,
					},
					change: async (change, report) => {
						store.queue = change(store.queue);
						store.states.push(store.queue.map(({ state }) => state.kind).join(' '));
						if (report) settled.push(`${report.entry.id} ${report.result.kind}`);
					},
				},
				'home',
			);
		return { houses, stop, lock, store, settled, run };
	}

	it('records that an entry is being sent before the forge is asked', async () => {
		const { houses, store, settled, run } = open(lampEntry('one'), lampEntry('two', { key: hall }));
		houses.before = () => assert.equal(store.states.at(-1)?.split(' ')[0], 'sending');
		assert.equal(await run(), undefined);
		assert.deepEqual(store.states, ['sending pending', 'sending', '']);
		assert.deepEqual(settled, ['one sent', 'two sent']);
	});

	it('says how long ago the user made each change', async () => {
		const made = { group: '1', at: 1000, change: { brightness: 1 } };
		const entries = [lampEntry('one', { steps: [made] }), lampEntry('two', { key: hall, made: 400 })];
		const { houses, run } = open(...entries);
		clock.now = 8000;
		const { send } = houses.sender;
		const waited: number[] = [];
		const sendAndNote: typeof send = (key, change, options) => {
			waited.push(options.waitedMs);
			return send(key, change, options);
		};
		Object.assign(houses.sender, { send: sendAndNote });
		await run();
		assert.deepEqual(waited, [7000, 7600]);
	});

	it('sends nothing while the disk fails, and says why the entry waits', async () => {
		const { houses, lock, store, run } = open(lampEntry('one'));
		lock.failure = Object.assign(new Error('failed'), { code: 'EIO' });
		assert.equal(await run(), 'busy');
		assert.deepEqual(houses.requests, []);
		const reason = 'Tildeforge cannot write to the disk, so it has not sent the change.';
		assert.deepEqual(store.queue[0]?.state, { kind: 'waiting', reason, mayBeDone: false });
	});

	it('tries others first after one that the forge does not take yet', async () => {
		const { houses, store, run } = open(lampEntry('one'), lampEntry('two', { key: hall }));
		houses.before = (request) => {
			if (request.includes('kitchen')) throw new ForgeError('busy', 'Not this one now.');
		};
		for (const settled of [['waiting waiting'], ['waiting']]) {
			assert.equal(await run(), 'busy');
			assert.deepEqual(store.states.slice(-1), settled);
		}
		assert.deepEqual(houses.requests, ['set home/hall {"brightness":5}']);
	});

	it('sends nothing if another window has taken the lock since the claim, and leaves the entry to it', async () => {
		const { houses, lock, store, settled, run } = open(lampEntry('one'), lampEntry('two', { key: hall }));
		lock.isLost = true;
		assert.equal(await run(), undefined);
		assert.deepEqual(houses.requests, []);
		assert.deepEqual(store.states, ['sending pending']);
		assert.deepEqual(settled, []);
	});

	it('leaves an entry as it was if the window closes before it was sent', async () => {
		const waiting = { kind: 'waiting', reason: 'No connection.', mayBeDone: false } as const;
		const other = lampEntry('other', { key: office, state: { kind: 'sending', since: 1000 } });
		for (const entry of [lampEntry('one'), lampEntry('one', { state: waiting })]) {
			const { houses, stop, store, run } = open(entry, other);
			houses.before = () => {
				stop.abort();
				throw new ForgeError('busy', 'Cancelled.');
			};
			assert.equal(await run(), undefined);
			assert.equal(store.states[0], 'sending sending');
			assert.deepEqual(store.queue, [entry, other]);
		}
	});

	it('leaves an entry that was adapted meanwhile with the adapted change if the window closes before it was sent', async () => {
		const { houses, stop, store, run } = open(lampEntry('one'));
		const adapted = lampEntry('one', { steps: [{ group: 'one', change: { brightness: 6 }, at: 0 }] });
		houses.before = () => {
			store.queue = store.queue.map((entry) => ({ ...entry, steps: adapted.steps }));
			stop.abort();
			throw new ForgeError('busy', 'Cancelled.');
		};
		await run();
		assert.deepEqual(store.queue, [adapted]);
	});

	for (const [error, obstacle] of [
		[new ForgeError('offline', 'No connection.'), 'offline'],
		[new ForgeError('timeout', 'No answer.'), 'busy'],
		[new ForgeError('surprise', 'Broken.', { status: 502 }), 'busy'],
		[new ForgeError('signed-out', 'Sign in.'), 'signed-out'],
		[new DOMException('The account is gone.', 'AbortError'), 'signed-out'],
	] as const) {
		it(`ends at ${error.message} Everything that is due then waits, and nothing is reported`, async () => {
			const later = lampEntry('later', { key: hall, due: 2000 });
			const { houses, store, settled, run } = open(
				lampEntry('one'),
				lampEntry('two', { key: { house: 'home', room: 'attic' } }),
				later,
				lampEntry('other', { key: office }),
			);
			houses.before = () => {
				throw error;
			};
			assert.equal(await run(), obstacle);
			assert.equal(store.states.at(-1), 'waiting waiting pending pending');
			assert.deepEqual(settled, []);
		});
	}

	it('says of everything that waits why it waits now, such as that the account has signed out meanwhile', async () => {
		const state = { kind: 'waiting', reason: 'No connection.', mayBeDone: true } as const;
		const { houses, store, run } = open(
			lampEntry('one'),
			lampEntry('two', { key: hall, state }),
			lampEntry('other', { key: office, state }),
		);
		houses.before = () => {
			throw new DOMException('The operation was aborted.', 'AbortError');
		};
		await run();
		const reason = 'The account was signed out. Sign in with it again.';
		assert.deepEqual(
			store.queue.map((entry) => entry.state),
			[{ ...state, reason }, { ...state, reason }, state],
		);
	});

	it('leaves the advice to check out of the reason of what waits, but not of a refusal', async () => {
		const advice = 'Check before you try again.';
		const reasons: string[] = [];
		for (const kind of ['offline', 'refused'] as const) {
			const { houses, store, run } = open(lampEntry('one'));
			houses.before = () => {
				throw new ForgeError(kind, 'It broke.', { mayBeDone: true, advice });
			};
			await run();
			for (const { state } of store.queue) if ('reason' in state) reasons.push(state.reason ?? '');
		}
		assert.deepEqual(reasons, ['It broke.', `It broke. ${advice}`]);
	});

	it('waits after it got the lock before it asks for what an ended window was sending', async () => {
		const left = lampEntry('one', { state: { kind: 'sending', since: 0 } });
		const { houses, store, settled, run } = open(left, lampEntry('two', { key: hall }));
		clock.now = 60_000;
		await run();
		assert.deepEqual(settled, ['two sent']);
		clock.now += arrivalMs - 1;
		await run();
		assert.deepEqual(houses.requests, ['set home/hall {"brightness":5}']);
		houses.lamps.set('home/kitchen', { brightness: 5 });
		clock.now += 1;
		await run();
		assert.deepEqual(houses.requests.slice(1), ['look home/kitchen']);
		assert.deepEqual(store.queue, []);
	});

	it('leaves what another window began to send after this one got the lock', async () => {
		const { houses, store, run } = open(lampEntry('one'), lampEntry('two', { key: hall }));
		const begun = { kind: 'sending', since: 1000 } as const;
		// The other window has taken the lock because this one hung, and this one does not know it yet.
		houses.answer = () => {
			store.queue = store.queue.map((entry) => (entry.id === 'two' ? { ...entry, state: begun } : entry));
		};
		await run();
		assert.deepEqual(
			store.queue.map(({ state }) => state),
			[begun],
		);
	});

	it('leaves what another window began to send even if it has to wait itself', async () => {
		const { houses, store, run } = open(lampEntry('one'), lampEntry('two', { key: hall }));
		houses.before = () => {
			store.queue = store.queue.map((entry) =>
				entry.id === 'two' ? { ...entry, state: { kind: 'sending', since: 1000 } } : entry,
			);
			throw new ForgeError('signed-out', 'Sign in.');
		};
		await run();
		assert.equal(store.states.at(-1), 'waiting sending');
	});

	it('asks for a change without an answer only some time later, in every window', async () => {
		const { houses, store, run } = open(lampEntry('one'));
		houses.answer = () => {
			throw new ForgeError('surprise', 'Broken.', { status: 502, mayBeDone: true });
		};
		assert.equal(await run(), 'busy');
		for (const origin of ['here', 'elsewhere'])
			assert.deepEqual(
				[...sendTimes(lamps, store.queue, { origin, now: clock.now })],
				[['home', 1000 + arrivalMs]],
			);
		assert.equal(store.queue[0]?.state.kind, 'waiting');
		clock.now += arrivalMs - 1;
		await run();
		assert.equal(houses.requests.length, 1);
		clock.now += 1;
		await run();
		assert.deepEqual(houses.requests, ['set home/kitchen {"brightness":5}', 'look home/kitchen']);
		assert.deepEqual(store.queue, []);
	});

	it('lets what an ended window was sending wait if the account is signed out, so that the user can discard it', async () => {
		const left = lampEntry('one', { state: { kind: 'sending', since: 0 } });
		const { houses, store, run } = open(
			left,
			lampEntry('two', { key: hall }),
			lampEntry('other', { key: office }),
		);
		clock.now = 60_000;
		houses.before = () => {
			throw new ForgeError('signed-out', 'Sign in.');
		};
		assert.equal(await run(), 'signed-out');
		assert.deepEqual(store.queue[0]?.state, { kind: 'waiting', reason: 'Sign in.', mayBeDone: true });
		assert.equal(store.queue[0]?.checkAt, 63_000);
		assert.equal(store.states.at(-1), 'waiting waiting pending');
	});

	it('does not ask at once for a change without a proper answer, also if the user tries again', async () => {
		const { houses, store, run } = open(lampEntry('one'));
		houses.answer = () => {
			throw new TypeError('undefined is not a lamp');
		};
		await run();
		assert.equal(store.queue[0]?.state.kind, 'refused');
		houses.answer = () => {};
		store.queue = dueNow(store.queue, new Set(['one']), { now: clock.now, origin: 'here' });
		await run();
		assert.equal(houses.requests.length, 1);
		clock.now += arrivalMs;
		await run();
		assert.deepEqual(houses.requests.slice(1), ['look home/kitchen']);
	});

	it('forgets when it was to be checked as soon as it is sent again', async () => {
		const left = lampEntry('one', { state: { kind: 'sending', since: 0 }, checkAt: 500 });
		const { houses, stop, store, run } = open(left);
		clock.now = 60_000;
		houses.answer = () => {
			stop.abort();
			throw new ForgeError('timeout', 'No answer.', { mayBeDone: true });
		};
		await run();
		const { checkAt: _, ...claimed } = left;
		assert.deepEqual(store.queue, [{ ...claimed, mark: '0', state: { kind: 'sending', since: 60_000 } }]);
	});

	it('asks again without a wait after the forge could not be asked, because nothing was sent', async () => {
		const state = { kind: 'waiting', reason: 'Offline.', mayBeDone: true } as const;
		const entry = lampEntry('one', { state, checkAt: 900 });
		const { houses, store, run } = open(entry);
		houses.before = () => {
			throw new ForgeError('offline', 'Offline.');
		};
		await run();
		assert.deepEqual(store.queue, [entry]);
	});

	it('does not send what the user discards while the forge is asked, and what is being given back', async () => {
		const left = lampEntry('one', { state: { kind: 'waiting', reason: '', mayBeDone: true } });
		const { houses, store, run } = open(left);
		const discarded = { kind: 'refused', reason: '', mayBeDone: true } as const;
		houses.before = () => {
			store.queue = store.queue.map((entry) => ({ ...entry, state: discarded }));
		};
		await run();
		assert.deepEqual(houses.requests, ['look home/kitchen']);
		assert.deepEqual(store.queue[0]?.state, discarded);
	});

	it('does not send what has waited for too long when the request would be made, and goes on', async () => {
		const { houses, store, settled, run } = open(lampEntry('one'), lampEntry('two', { key: hall }, 600_000));
		houses.before = () => {
			clock.now = confirmAfterMs + 1;
		};
		await run();
		assert.deepEqual(houses.requests, ['set home/hall {"brightness":5}']);
		assert.deepEqual(settled, ['two sent']);
		assert.equal(store.queue[0] && isUnconfirmed(store.queue[0], clock.now), true);
	});

	it('records that an entry was sent also if the window closes meanwhile, and then sends nothing more', async () => {
		const { houses, stop, store, settled, run } = open(lampEntry('one'), lampEntry('two', { key: hall }));
		houses.answer = () => stop.abort();
		assert.equal(await run(), undefined);
		assert.deepEqual(store.states, ['sending pending', 'pending']);
		assert.deepEqual(settled, ['one sent']);
		assert.equal(houses.requests.length, 1);
	});

	it('leaves an entry that was sent as it is on disk if another window has taken the lock meanwhile', async () => {
		const { houses, stop, lock, store, settled, run } = open(lampEntry('one'));
		houses.answer = () => {
			lock.isLost = true;
			stop.abort();
		};
		assert.equal(await run(), undefined);
		assert.deepEqual(store.states, ['sending']);
		assert.deepEqual(settled, []);
	});

	for (const [when, closes] of [
		['', false],
		[' and the window closes meanwhile', true],
	] as const) {
		it(`leaves an entry to be checked if not all that follows from it was stored${when}`, async () => {
			const { houses, stop, store, settled, run } = open(lampEntry('one'), lampEntry('two', { key: hall }));
			const { send } = houses.sender;
			const sendHalf: typeof send = async (key, ...more) => {
				const sent = await send(key, ...more);
				if (key === hall) return sent;
				if (closes) stop.abort();
				return { kind: 'sent', needsCheck: true };
			};
			Object.assign(houses.sender, { send: sendHalf });
			await run();
			const state = { kind: 'sending', since: 1000 };
			const left = store.queue.map(({ id, state, checkAt }) => ({ id, state, checkAt }));
			assert.deepEqual(left[0], { id: 'one', state, checkAt: closes ? undefined : 1000 + arrivalMs });
			assert.deepEqual(settled, closes ? [] : ['two sent']);
		});
	}
});
