import assert from 'node:assert/strict';
import { FailurePauses } from '../../../src/base/failure-pauses.ts';

describe('The pauses after failures', () => {
	it('double with each failure in succession, up to the longest, and each is of what has failed', () => {
		let now = 0;
		const pauses = new FailurePauses<string>(() => now, 1000, 5000);
		const lengths = [1, 2, 3, 4, 5].map(() => {
			pauses.begin('list');
			// Requests that ran at the same time.
			pauses.begin('list');
			const from = now;
			while (pauses.isPaused('list')) now += 500;
			return now - from;
		});
		assert.deepEqual(lengths, [1000, 2000, 4000, 5000, 5000]);
		pauses.begin('list');
		assert.deepEqual([pauses.isPaused('list'), pauses.isPaused('mail')], [true, false]);
		pauses.end('list');
		assert.equal(pauses.isPaused('list'), false);
		pauses.begin('list');
		now += 1000;
		assert.equal(pauses.isPaused('list'), false, 'the first pause again');
	});

	it('end if the clock is set back by more than they last', () => {
		let now = 1e9;
		const pauses = new FailurePauses(() => now);
		pauses.begin('all');
		now = 0;
		assert.equal(pauses.isPaused('all'), false);
	});
});
