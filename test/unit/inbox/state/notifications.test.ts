import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { DueEvent } from '../../../../src/inbox/model/notification-words.ts';
import { type InboxNotification, Notifications } from '../../../../src/inbox/state/notifications.ts';
import { settle } from '../../../kit/window/clock.ts';
import { listEvent, ticketEvent } from '../events.ts';

const minuteMs = 60_000;
const comment = (nth: number) => ticketEvent({ key: `event ${nth}`, title: `Comment ${nth}` });

describe('Notifications', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));
	afterEach(() => mock.timers.reset());

	/** The events that windows share. */
	function machine() {
		const changes = new Emitter<void>();
		let due: readonly DueEvent[] = [];
		/** By windows that have not shown them yet. */
		let claimed: readonly DueEvent[] = [];
		let claims = 0;
		const made = {
			canWrite: true,
			claims: () => claims,
			isNothingDue: () => due.length === 0,
			add: (...events: readonly DueEvent['event'][]) => {
				due = [...due, ...events.map((event) => ({ event, addedAt: Date.now(), me: '~ana' }))];
				changes.fire();
			},
			/** A window that is killed now would have shown these. */
			claimAll: () => {
				claimed = due;
			},
			releaseClaims: () => {
				claimed = [];
			},
			see: (key: string) => {
				due = due.filter(({ event }) => event.key !== key);
				changes.fire();
			},
			/** A window that has just been opened. */
			window: () => {
				const shown: InboxNotification[] = [];
				const notifications = new Notifications(
					{
						get due() {
							return due;
						},
						claimDue: async (asked) => {
							claims += 1;
							await settle();
							if (!made.canWrite) return [];
							const own = asked.filter((one) => due.includes(one) && !claimed.includes(one));
							claimed = [...claimed, ...own];
							return own;
						},
						didNotify: async (shown) => {
							due = due.filter(({ event }) => !shown.includes(event));
						},
						onDidChange: changes.event,
					},
					(notification) => shown.push(notification),
				);
				const focus = (hasFocus: boolean) => notifications.setFocus(hasFocus);
				return { notifications, focus, take: () => shown.splice(0).map(({ text }) => text), shown };
			},
		};
		return made;
	}

	async function wait(ms: number): Promise<void> {
		for (let left = ms; left > 0; left -= 500) {
			mock.timers.tick(Math.min(left, 500));
			for (let turns = 0; turns < 4; turns++) await settle();
		}
	}

	/** A window in which the user has worked for a minute. */
	async function workingIn({ window }: ReturnType<typeof machine>) {
		const one = window();
		one.focus(true);
		await wait(minuteMs);
		return one;
	}

	it('show an event soon, and those that come within a moment together', async () => {
		const shared = machine();
		const { take } = await workingIn(shared);
		shared.add(comment(1));
		await wait(2000);
		assert.deepEqual(take(), ['~ana/editor: #42 Comment 1 · ~bob commented']);
		await wait(minuteMs);
		shared.add(comment(2));
		await wait(1000);
		shared.add(comment(3), listEvent());
		assert.deepEqual(take(), []);
		await wait(1000);
		assert.deepEqual(take(), ['3 updates in 2 places']);
		assert.ok(shared.isNothingDue());
		await wait(minuteMs);
		assert.deepEqual(take(), []);
	});

	it('leave a pause between them, so that many events are few notifications', async () => {
		const shared = machine();
		const { take } = await workingIn(shared);
		for (let nth = 1; nth <= 60; nth++) {
			shared.add(comment(nth));
			await wait(500);
		}
		await wait(minuteMs);
		const texts = take();
		assert.ok(texts.length <= 5, texts.join('\n'));
		const counts = texts.map((text) => Number(/^\d+/.exec(text)?.[0] ?? 1));
		assert.equal(
			counts.reduce((sum, one) => sum + one, 0),
			60,
		);
	});

	it('do not show what the user has seen before', async () => {
		const shared = machine();
		const { take } = await workingIn(shared);
		shared.add(comment(1), comment(2));
		shared.see('event 1');
		await wait(minuteMs);
		assert.deepEqual(take(), ['~ana/editor: #42 Comment 2 · ~bob commented']);
	});

	it('are shown in the window with the focus only', async () => {
		const shared = machine();
		const [one, other] = [await workingIn(shared), await workingIn(shared)];
		one.focus(false);
		for (let nth = 1; nth <= 20; nth++) {
			shared.add(comment(nth));
			await wait(3000);
		}
		await wait(minuteMs);
		assert.deepEqual(one.take(), []);
		assert.ok(other.take().length > 0);
	});

	it('are shown in one other window if none has the focus', async () => {
		const shared = machine();
		const windows = [await workingIn(shared), await workingIn(shared)];
		for (const { focus } of windows) focus(false);
		shared.add(comment(1));
		await wait(5000);
		assert.deepEqual(
			windows.map(({ take }) => take()),
			[[], []],
		);
		await wait(minuteMs);
		assert.equal(windows.flatMap(({ take }) => take()).length, 1);
	});

	it('are shown in another window if the one with the focus is killed before it shows them', async () => {
		const shared = machine();
		const [one, other] = [await workingIn(shared), await workingIn(shared)];
		other.focus(false);
		shared.add(comment(1));
		await wait(1000);
		one.notifications.dispose();
		await wait(minuteMs);
		assert.deepEqual([one.take(), other.take().length], [[], 1]);
	});

	it('are shown soon in a window that gets the focus while they wait', async () => {
		const shared = machine();
		const { focus, take } = await workingIn(shared);
		focus(false);
		await wait(minuteMs);
		shared.add(comment(1));
		await wait(1000);
		focus(true);
		await wait(2000);
		assert.equal(take().length, 1);
	});

	it('wait while the user is away for ten minutes or more, and are summed up after the return', async () => {
		const shared = machine();
		const { focus, take, shown } = await workingIn(shared);
		focus(false);
		await wait(10 * minuteMs);
		shared.add(comment(1), listEvent());
		await wait(60 * minuteMs);
		assert.deepEqual(take(), []);
		focus(true);
		// The first reads find out more.
		await wait(3000);
		shared.add(comment(2));
		await wait(3000);
		assert.equal(shown[0]?.isDigest, true);
		assert.deepEqual(take(), ['While you were away: 3 updates in 2 places']);
		await wait(minuteMs);
		shared.add(comment(3), comment(4));
		await wait(2000);
		assert.equal(shown[0]?.isDigest, false);
		assert.deepEqual(take(), ['2 updates in ~ana/editor']);
	});

	it('wait for the return if the ten minutes end before they are shown', async () => {
		const shared = machine();
		const { focus, take } = await workingIn(shared);
		focus(false);
		await wait(10 * minuteMs - 5000);
		shared.add(comment(1));
		await wait(10 * minuteMs);
		assert.deepEqual(take(), []);
		focus(true);
		await wait(minuteMs);
		assert.equal(take().length, 1);
	});

	it('are not summed up after a shorter absence', async () => {
		const shared = machine();
		const { focus, take } = await workingIn(shared);
		focus(false);
		await wait(9 * minuteMs);
		focus(true);
		shared.add(comment(1), comment(2));
		await wait(2000);
		assert.deepEqual(take(), ['2 updates in ~ana/editor']);
	});

	it('are summed up at the start, unless there is only one, which has its own words', async () => {
		for (const [events, text] of [
			[[comment(1), comment(2)], 'While you were away: 2 updates in ~ana/editor'],
			[[comment(1)], '~ana/editor: #42 Comment 1 · ~bob commented'],
		] as const) {
			const shared = machine();
			shared.add(...events);
			const { focus, take, shown } = shared.window();
			await wait(minuteMs);
			assert.deepEqual(take(), []);
			focus(true);
			await wait(6000);
			assert.equal(shown[0]?.isDigest, events.length > 1);
			assert.deepEqual(take(), [text]);
		}
	});

	it('come once to the window that the user turns to, even if that is new', async () => {
		const shared = machine();
		const old = await workingIn(shared);
		const { window } = shared;
		const current = window();
		old.focus(false);
		current.focus(true);
		shared.add(comment(1));
		await wait(minuteMs);
		assert.deepEqual([old.take().length, current.take().length], [0, 1]);
	});

	it('are shown by another window if the one that was to show them was killed', async () => {
		const shared = machine();
		const { take } = await workingIn(shared);
		shared.add(comment(1));
		shared.claimAll();
		await wait(10_000);
		assert.deepEqual(take(), []);
		shared.releaseClaims();
		await wait(2 * minuteMs);
		assert.equal(take().length, 1);
	});

	it('are tried again at times, and when more arrives, if the events cannot be written', async () => {
		const shared = machine();
		const { take } = await workingIn(shared);
		shared.canWrite = false;
		shared.add(comment(1));
		await wait(10 * minuteMs);
		assert.deepEqual(take(), []);
		assert.ok(shared.claims() <= 11, `${shared.claims()} tries`);
		shared.canWrite = true;
		shared.add(comment(2));
		await wait(2000);
		assert.deepEqual(take(), ['2 updates in ~ana/editor']);
	});

	it('leave nothing behind that arrives while others are being claimed', async () => {
		const shared = machine();
		const { take } = await workingIn(shared);
		shared.add(comment(1));
		mock.timers.tick(1500);
		shared.add(comment(2));
		await settle();
		await wait(minuteMs);
		assert.equal(take().length, 2);
	});

	it('are not shown in a window that closes', async () => {
		const shared = machine();
		const { notifications, take } = await workingIn(shared);
		shared.add(comment(1));
		mock.timers.tick(1500);
		notifications.dispose();
		await wait(minuteMs);
		assert.deepEqual(take(), []);
	});
});
