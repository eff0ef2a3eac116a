import assert from 'node:assert/strict';
import { readQueryTarget } from '../../../../src/patches/model/query-target.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

describe('The query of a Load More row', () => {
	it('is read from the argument of the command', () =>
		assert.deepEqual(readQueryTarget({ list, text: 'is:patch', more: 1 }), { list, text: 'is:patch' }));

	it('has no text if the row is below the list itself', () =>
		assert.deepEqual(readQueryTarget({ list }), { list }));

	for (const value of [
		undefined,
		'is:patch',
		{ list, text: 1 },
		{ text: 'is:patch' },
		{ list: {}, text: '' },
	])
		it(`is not ${JSON.stringify(value)}`, () => assert.equal(readQueryTarget(value), undefined));
});
