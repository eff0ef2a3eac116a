import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Poller } from '../../../../../src/inbox/live/polling/poller.ts';
import { ReadQueue, type ReadResult } from '../../../../../src/inbox/live/polling/read-queue.ts';
import type { ReadCause } from '../../../../../src/platform/state/watch/read-cause.ts';
import { settle } from '../../../../kit/window/clock.ts';

const secondMs = 1000;
const minuteMs = 60_000;

/**
 * Counts the timers that are set. Restores the property as it was: `mock.method` would leave the mocked timers in place, because it does not
 * know that they are mocked themselves.
 */
function countTimers() {
	const property = Object.getOwnPropertyDescriptor(globalThis, 'setTimeout') ?? assert.fail();
	const { setTimeout } = globalThis;
	let count = 0;
	const counting = (...args: Parameters<typeof setTimeout>) => {
		count += 1;
		return setTimeout(...args);
	};
	Object.defineProperty(globalThis, 'setTimeout', { ...property, value: counting, configurable: true });
	return { count: () => count, restore: () => Object.defineProperty(globalThis, 'setTimeout', property) };
}

describe('The poller', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));
	afterEach(() => mock.timers.reset());

	/** A poller and its intake, whose reads succeed at once unless `result` is changed. */
	function create() {
		const start = Date.now();
		/** When each resource was read, in seconds. */
		const reads: (readonly [seconds: number, id: string])[] = [];
		const causes: ReadCause[] = [];
		const made = {
			...{ reads, causes },
			result: async (): Promise<ReadResult> => ({ hasNews: false }),
			take: () => reads.splice(0),
		};
		const intake = new ReadQueue<{ readonly id: string }>(({ id }, _, cause) => {
			causes.push(cause);
			reads.push([(Date.now() - start) / secondMs, id]);
			return made.result();
		});
		const poller = new Poller(intake, () => 0);
		const show = (names: readonly string[], isLive = false) =>
			poller.setResources(
				names.map((id) => ({ resource: { id }, server: 'forge.example', isLive, isFirst: false })),
			);
		return Object.assign(made, { intake, poller, show });
	}

	/** Lets time pass in steps of half a second, so that reads end in between. */
	async function wait(ms: number): Promise<void> {
		await settle();
		for (let left = ms; left > 0; left -= 500) {
			mock.timers.tick(Math.min(left, 500));
			await settle();
		}
	}

	it('asks the forge in a window that has taken over before its first read, whatever the other window has read', async () => {
		const { poller, show, reads, causes } = create();
		for (const isLive of [true, false, true]) show(['a'], isLive);
		poller.setFocus(true);
		await wait(minuteMs);
		assert.deepEqual([reads, causes], [[[1.5, 'a']], ['refresh']]);
	});

	it('sets no timer while the window has no focus or shows nothing', async () => {
		const { poller, show } = create();
		const timers = countTimers();
		try {
			show(['a']);
			await wait(minuteMs);
			show([]);
			poller.setFocus(true);
			await wait(minuteMs);
			assert.equal(timers.count(), 0);
		} finally {
			timers.restore();
		}
	});

	it('has one timer, however often it is told what is shown', async () => {
		const { poller, show } = create();
		poller.setFocus(true);
		show(['a']);
		await wait(secondMs);
		for (let nth = 0; nth < 100; nth++) show(['a']);
		const timers = countTimers();
		try {
			await wait(10 * minuteMs);
			assert.ok(timers.count() <= 60, `${timers.count()} timers`);
		} finally {
			timers.restore();
		}
	});

	it('has the forge asked although it was just asked, if that is outdated', async () => {
		const { poller, show, causes } = create();
		show(['a']);
		poller.setFocus(true);
		await wait(secondMs);
		poller.want(['a']);
		await wait(2 * secondMs);
		// Its webhook works now.
		show(['a'], true);
		await wait(20 * secondMs);
		show(['a'], false);
		await wait(10 * minuteMs);
		assert.deepEqual(causes.slice(0, 4), ['schedule', 'refresh', 'refresh', 'schedule']);
	});

	it('learns from reads that others have caused', async () => {
		const made = create();
		made.show(['a']);
		made.poller.setFocus(true);
		await wait(30 * secondMs);
		made.result = async () => ({ hasNews: true });
		made.intake.hint({ id: 'a' }, 'delivery');
		await wait(16 * secondMs);
		assert.deepEqual(made.take(), [
			[0, 'a'],
			[30, 'a'],
			[45, 'a'],
		]);
	});

	it('notices within half a minute that the machine has slept', async () => {
		const { poller, show, take } = create();
		show(['a']);
		poller.setFocus(true);
		await wait(4 * minuteMs);
		take();
		const slept = mock.method(Date, 'now', () => 60 * minuteMs);
		try {
			await wait(30 * secondMs);
			assert.equal(take().length, 1);
		} finally {
			slept.mock.restore();
		}
	});

	it('stops when it is disposed', async () => {
		const { poller, show, intake, take } = create();
		show(['a']);
		poller.setFocus(true);
		await wait(secondMs);
		take();
		poller.dispose();
		show(['b']);
		poller.setFocus(false);
		poller.setFocus(true);
		await wait(60 * minuteMs);
		assert.deepEqual(take(), []);
		intake.hint({ id: 'a' }, 'refresh');
		await wait(60 * minuteMs);
		assert.equal(take().length, 1);
	});
});
