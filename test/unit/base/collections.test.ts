import assert from 'node:assert/strict';
import { append, largest, smallest, withLast } from '../../../src/base/collections.ts';

describe('Functions for collections', () => {
	it('find the largest and the smallest number', () => {
		assert.deepEqual([largest([2, 9, 4]), smallest([2, 9, 4])], [9, 2]);
		assert.deepEqual([largest([]), smallest([])], [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
	});

	it('append the items in their order', () => {
		const list = [1];
		append(list, new Set([3, 2]));
		assert.deepEqual(list, [1, 3, 2]);
	});

	it('put an entry last, and drop the first ones if there are too many', () => {
		const names = (most: number) => Object.keys(withLast({ a: 1, b: 2, c: 3 }, 'a', 4, most));
		assert.deepEqual(
			[names(3), names(2)],
			[
				['b', 'c', 'a'],
				['c', 'a'],
			],
		);
		assert.equal(withLast({ a: 1 }, 'a', 4, 1).a, 4);
	});

	it('take a million items', () => {
		const numbers = Array.from({ length: 1_000_000 }, (_, index) => index);
		const list: number[] = [];
		append(list, numbers);
		assert.deepEqual([largest(numbers), smallest(numbers), list.length], [999_999, 0, 1_000_000]);
	});
});
