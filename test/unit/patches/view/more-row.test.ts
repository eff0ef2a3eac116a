import assert from 'node:assert/strict';
import { maxShown, moreRow } from '../../../../src/patches/view/more-row.ts';

describe('The rows of a large group', () => {
	it('say how many are left out', () => {
		assert.deepEqual(moreRow(maxShown, 'group'), []);
		assert.equal(moreRow(maxShown + 1234, 'group')[0]?.label, '1,234 more');
	});
});
