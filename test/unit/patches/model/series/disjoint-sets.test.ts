import assert from 'node:assert/strict';
import { DisjointSets } from '../../../../../src/patches/model/series/disjoint-sets.ts';

describe('Disjoint sets', () => {
	it('are groups in the order of their first values', () => {
		const sets = new DisjointSets<number>();
		sets.unite(5, 2);
		sets.unite(2, 4);
		sets.unite(4, 5);
		sets.unite(1, 1);
		assert.deepEqual(sets.groups([1, 2, 3, 4, 5]), [[1], [2, 4, 5], [3]]);
		assert.equal(sets.find(4), sets.find(5));
		assert.equal(sets.find(3), 3);
	});

	it('can be long chains', () => {
		const sets = new DisjointSets<number>();
		const values = Array.from({ length: 100_000 }, (_, at) => at);
		for (const value of values) sets.unite(value + 1, value);
		assert.equal(sets.groups(values).length, 1);
	});
});
