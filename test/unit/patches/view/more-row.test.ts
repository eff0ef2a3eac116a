import assert from 'node:assert/strict';
import { moreRow, mostShown } from '../../../../src/patches/view/more-row.ts';

describe('The rows of a large group', () => {
	it('say how many are left out', () => {
		assert.deepEqual(moreRow(mostShown, 'group'), []);
		assert.equal(moreRow(mostShown + 1234, 'group')[0]?.label, '1,234 more');
	});
});
