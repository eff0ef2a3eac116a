import assert from 'node:assert/strict';
import { LineSearch } from '../../../../../src/patches/model/rangediff/line-search.ts';
import { patchWithLines } from './patches.ts';

describe('A search for moved lines', () => {
	const old = [patchWithLines('Old', ['+above', '+wanted line', '+below', '+}', '@@'])];
	const fresh = [
		patchWithLines('Same', ['+wanted line', '+}']),
		patchWithLines('Moved', ['+x', '+above', '+wanted line', '+below', '+}']),
	];
	const all = [
		[0, 1],
		[0, 1, 2, 3, 4],
	];

	it('finds the line whose neighbors are the most similar', () => {
		const search = new LineSearch(old, fresh, all);
		assert.deepEqual(search.find({ patch: 0, line: 1 }), { patch: 1, line: 2 });
		assert.deepEqual(search.find({ patch: 0, line: 3 }), { patch: 1, line: 4 });
	});

	it('finds only the lines to search', () => {
		const search = new LineSearch(old, fresh, [[0], []]);
		assert.deepEqual(search.find({ patch: 0, line: 1 }), { patch: 0, line: 0 });
		assert.equal(search.find({ patch: 0, line: 0 }), undefined);
	});

	it('does not recognize a line without words by itself', () => {
		assert.equal(new LineSearch(old, fresh, [[1], []]).find({ patch: 0, line: 3 }), undefined);
	});

	it('finds no line that does not exist', () => {
		const search = new LineSearch(old, fresh, all);
		assert.equal(search.find({ patch: 0, line: 9 }), undefined);
		assert.equal(search.find({ patch: 5, line: 0 }), undefined);
	});
});
