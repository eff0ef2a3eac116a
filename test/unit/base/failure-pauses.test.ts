import assert from 'node:assert/strict';
import { FailurePauses } from '../../../src/base/failure-pauses.ts';
import { stopTheDate } from '../../kit/window/clock.ts';

describe('The pauses after failures', () => {
	const clock = stopTheDate();

	it('double with each failure in succession, up to the longest, and each is of what has failed', () => {
		const pauses = new FailurePauses<string>(1000, 5000);
		const lengths = [1, 2, 3, 4, 5].map(() => {
			pauses.begin('list');
			// Requests that ran at the same time.
			pauses.begin('list');
			const from = clock.now;
			while (pauses.isPaused('list')) clock.now += 500;
			return clock.now - from;
		});
		assert.deepEqual(lengths, [1000, 2000, 4000, 5000, 5000]);
		pauses.begin('list');
		assert.deepEqual([pauses.isPaused('list'), pauses.isPaused('mail')], [true, false]);
		pauses.end('list');
		assert.equal(pauses.isPaused('list'), false);
		pauses.begin('list');
		clock.now += 1000;
		assert.equal(pauses.isPaused('list'), false, 'the first pause again');
	});

	it('are as long if the clock is set back meanwhile', () => {
		const pauses = new FailurePauses(1000);
		pauses.begin('all');
		clock.now -= 3_600_000;
		clock.now += 999;
		assert.equal(pauses.isPaused('all'), true);
		clock.now += 1;
		assert.equal(pauses.isPaused('all'), false);
	});
});
