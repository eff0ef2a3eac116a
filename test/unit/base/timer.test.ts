import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { every as startInterval, after as startOnce } from '../../../src/base/timer.ts';
import { stopTheClock } from '../../kit/window/clock.ts';

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
		const { runs, timer } = count((run) => startInterval(1000, run));
		mock.timers.tick(3000);
		assert.equal(runs.count, 3);
		timer.dispose();
		mock.timers.tick(3000);
		assert.equal(runs.count, 3);
	});

	it('with a very long interval does not repeat at once', () => {
		const { runs } = count((run) => startInterval(year, run));
		mock.timers.tick(60_000);
		assert.equal(runs.count, 0);
	});
});
