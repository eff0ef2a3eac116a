import assert from 'node:assert/strict';
import { pageWithGaps } from '../../../../src/forge/graphql/page-with-gaps.ts';

describe('A page of a list that loses rows between its pages', () => {
	const page = (next: string | null, cursor?: string) => pageWithGaps({ results: [1], next }, cursor, String);

	it('is complete if it is the only one', () => {
		assert.deepEqual(page(null), { results: ['1'], next: null, total: 1 });
	});

	it('has a total that no walk reaches if there are others', () => {
		const total = Number.POSITIVE_INFINITY;
		assert.deepEqual(page('more'), { results: ['1'], next: 'more', total });
		assert.deepEqual(page(null, 'more'), { results: ['1'], next: null, total });
	});
});
