import assert from 'node:assert/strict';
import fc from 'fast-check';
import { backoff } from '../../../src/base/backoff.ts';

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
