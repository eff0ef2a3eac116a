import assert from 'node:assert/strict';
import { RowLists } from '../../../../src/platform/page/row-lists.ts';

const below: Readonly<Record<string, readonly { readonly id: string; readonly about?: unknown }[]>> = {
	open: [{ id: 'open/1', about: 1 }, { id: 'open/more' }, { id: 'open/2', about: 2 }],
	closed: [{ id: 'closed/2', about: 2 }],
};

const lists = new RowLists<number>(
	{
		childrenOf: (id) => below[id] ?? [],
		findParent: (isSought) => Object.keys(below).find((id) => below[id]?.some(isSought)),
	},
	(about) => (typeof about === 'number' ? about : undefined),
	String,
);

describe('The lists of a view', () => {
	it('are the items of the rows below a row, in their order', () => {
		assert.deepEqual([lists.itemsOf('open'), lists.itemsOf('gone')], [[1, 2], []]);
	});

	it('have a row for each of their items', () => {
		assert.deepEqual([lists.rowIdIn('closed', 2), lists.rowIdIn('closed', 1)], ['closed/2', 'closed']);
	});

	it('are found by their items', () => {
		assert.deepEqual([lists.firstListWith(2), lists.firstListWith(3)], ['open', undefined]);
	});
});
