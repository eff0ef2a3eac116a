import assert from 'node:assert/strict';
import { isRecent } from '../../../src/base/is-recent.ts';

describe('A time', () => {
	it('is recent if it is less than the limit away, also in the future', () => {
		const recent = [-1001, -1000, -999, 0, 999, 1000, 1001].filter((age) => isRecent(5000 - age, 1000, 5000));
		assert.deepEqual(recent, [-999, 0, 999]);
	});

	it('is not recent if it is not known', () => {
		assert.equal(isRecent(undefined, 1000, 5), false);
	});
});
