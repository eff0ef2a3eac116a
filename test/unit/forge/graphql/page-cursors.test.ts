import assert from 'node:assert/strict';
import { PageCursors } from '../../../../src/forge/graphql/page-cursors.ts';

describe('A remembered page', () => {
	it('is the nearest of those that begin at a number or above', () => {
		const cursors = new PageCursors();
		cursors.set(76, 'at 75');
		cursors.set(51, 'at 50');
		cursors.set(26, 'at 25');
		assert.deepEqual(cursors.nearest(50), { above: 51, cursor: 'at 50' });
		assert.deepEqual(cursors.nearest(51), { above: 76, cursor: 'at 75' });
		assert.equal(cursors.nearest(76), undefined);
	});

	it('is not used after it was deleted', () => {
		const cursors = new PageCursors();
		cursors.set(76, 'at 75');
		cursors.delete(76);
		assert.equal(cursors.nearest(1), undefined);
	});
});
