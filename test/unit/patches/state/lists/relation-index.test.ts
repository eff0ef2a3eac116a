import assert from 'node:assert/strict';
import { RelationIndex } from '../../../../../src/patches/state/lists/relation-index.ts';

describe('Related items', () => {
	const item = (...relations: readonly (string | number)[]) => ({ relations });
	const [one, two, three, other] = [item('a', 'b'), item('b', 3), item(3, 'd'), item('e')];

	it('are found also by way of others, but not among all', () => {
		const related = new RelationIndex<typeof one>(({ relations }) => relations);
		for (const each of [one, two, three, other]) related.add(each);
		assert.deepEqual(related.of([one]), new Set([one, two, three]));
		assert.deepEqual(related.of([other]), new Set([other]));
	});

	it('of an item that is gone are those that are left', () => {
		const related = new RelationIndex<typeof one>(({ relations }) => relations);
		for (const each of [one, two, three]) related.add(each);
		related.delete(two);
		assert.deepEqual(related.of([two]), new Set([three, one]));
		assert.deepEqual(related.of([one]), new Set([one]));
		for (const each of [one, three]) related.delete(each);
		assert.equal(related.isEmpty, true);
	});
});
