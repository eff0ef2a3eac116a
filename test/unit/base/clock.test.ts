import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mock } from 'node:test';
import {
	every,
	isRecent,
	nextTurn,
	sleep,
	after as startOnce,
	steadyTime,
	timeLimit,
	timeOfDay,
} from '../../../src/base/clock.ts';
import { settle, stopTheClock } from '../../kit/window/clock.ts';

const longest = 2 ** 31 - 1;
const year = 365 * 24 * 3_600_000;

/** Lets time pass. A step is not longer than a timer of the platform, because the next one starts only then. */
function pass(ms: number): void {
	for (let left = ms; left > 0; left -= longest) mock.timers.tick(Math.min(left, longest));
}

describe('A timer', () => {
	stopTheClock();

	function count(start: (run: () => void) => { dispose(): void }) {
		const runs = { count: 0 };
		const timer = start(() => {
			runs.count += 1;
		});
		return { runs, timer };
	}

	for (const ms of [0, 5000, longest, longest + 1, year, 3 * longest]) {
		it(`runs once after ${ms} ms, and not before`, () => {
			const { runs } = count((run) => startOnce(ms, run));
			pass(ms - 1);
			assert.equal(runs.count, 0);
			mock.timers.tick(1);
			assert.equal(runs.count, 1);
			pass(ms + 1);
			assert.equal(runs.count, 1);
		});
	}

	it('that is disposed never runs, even after a delay that no timer of the platform has', () => {
		const { runs, timer } = count((run) => startOnce(year, run));
		pass(longest + 1);
		timer.dispose();
		pass(year);
		assert.equal(runs.count, 0);
	});

	it('repeats until it is disposed', () => {
		const { runs, timer } = count((run) => every(1000, run));
		mock.timers.tick(3000);
		assert.equal(runs.count, 3);
		timer.dispose();
		mock.timers.tick(3000);
		assert.equal(runs.count, 3);
	});

	it('with a very long interval does not repeat at once', () => {
		const { runs } = count((run) => every(year, run));
		mock.timers.tick(60_000);
		assert.equal(runs.count, 0);
	});
});

describe('The steady time', () => {
	const clocks = { day: 1e12, run: 5000 };

	beforeEach(() => {
		mock.method(Date, 'now', () => clocks.day);
		mock.method(performance, 'now', () => clocks.run);
		steadyTime();
	});
	afterEach(() => mock.restoreAll());

	for (const [what, dayMs, runMs, passed] of [
		['goes on as the platform counts, also while the clock is being corrected a little', 900, 1000, 1000],
		['is not moved by a clock that is set back', -3_600_000, 10, 10],
		[
			'includes the time for which the computer slept, if the platform does not count it',
			3_600_000,
			10,
			3_600_000,
		],
		['stands still while nothing passes', 0, 0, 0],
	] as const)
		it(what, () => {
			const before = steadyTime();
			clocks.day += dayMs;
			clocks.run += runMs;
			assert.equal(steadyTime() - before, passed);
			assert.equal(steadyTime() - before, passed);
		});
});

describe('A stored time of day', () => {
	it('is recent if it is less than the limit away, also in the future, because the clock can be set back', () => {
		mock.timers.enable({ apis: ['Date'], now: 5000 });
		try {
			const recent = [-1001, -1000, -999, 0, 999, 1000, 1001].filter((age) =>
				isRecent(timeOfDay() - age, 1000),
			);
			assert.deepEqual(recent, [-999, 0, 999]);
			assert.equal(isRecent(undefined, 1000), false);
		} finally {
			mock.timers.reset();
		}
	});
});

describe('A time limit', () => {
	stopTheClock();

	it('aborts its signal when the time has passed, and not before', () => {
		const signal = timeLimit(100);
		mock.timers.tick(99);
		assert.equal(signal.aborted, false);
		mock.timers.tick(1);
		assert.equal(signal.reason.name, 'TimeoutError');
	});
});

describe('The next turn', () => {
	it('begins when all promises have settled', async () => {
		let settled = 0;
		const settling = async () => {
			for (let turn = 0; turn < 100; turn++) await Promise.resolve();
			settled += 1;
		};
		const work = settling();
		await nextTurn();
		assert.equal(settled, 1);
		await work;
	});
});

describe('An aborted sleep', () => {
	it('keeps no timer', () => {
		const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
		const before = timers();
		const controller = new AbortController();
		sleep(1_000_000, controller.signal).catch(() => {});
		assert.equal(timers(), before + 1);
		controller.abort();
		assert.equal(timers(), before);
	});
});

describe('A sleep', () => {
	stopTheClock();

	it('ends when the time has passed and not before', async () => {
		let awake = false;
		const slept = sleep(100).then(() => (awake = true));
		mock.timers.tick(99);
		await settle();
		assert.equal(awake, false);
		mock.timers.tick(1);
		await slept;
	});

	it("rejects with the signal's reason, immediately if the signal is already aborted", async () => {
		const controller = new AbortController();
		const slept = sleep(100, controller.signal);
		controller.abort('signed out');
		await assert.rejects(slept, (reason) => reason === 'signed out');
		await assert.rejects(sleep(100, controller.signal), (reason) => reason === 'signed out');
	});

	it('leaves no listener on a long-lived signal', async () => {
		const { signal } = new AbortController();
		const slept = sleep(100, signal);
		mock.timers.tick(100);
		await slept;
		assert.equal(getEventListeners(signal, 'abort').length, 0);
	});
});
