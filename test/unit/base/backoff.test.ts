import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mock } from 'node:test';
import fc from 'fast-check';
import { backoff, sleep } from '../../../src/base/backoff.ts';
import { settle, stopTheClock } from '../../kit/window/clock.ts';

describe('backing off', () => {
	it('doubles the longest wait from the base up to the cap', () => {
		const longest = backoff(100, 1500, () => 1);
		assert.deepEqual([0, 1, 2, 3, 4, 5, 5000].map(longest), [100, 200, 400, 800, 1500, 1500, 1500]);
	});

	it('uses the whole range from zero to the longest wait, and never exceeds it', () => {
		assert.deepEqual(
			[0, 0.25, 0.5].map((share) => backoff(100, 1000, () => share)(1)),
			[0, 50, 100],
		);
		fc.assert(
			fc.property(fc.nat(), fc.nat(), fc.nat({ max: 5000 }), (base, cap, n) => {
				const delay = backoff(base, cap)(n);
				return delay >= 0 && delay <= cap;
			}),
		);
	});
});

describe('an aborted sleep', () => {
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

describe('a sleep', () => {
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
