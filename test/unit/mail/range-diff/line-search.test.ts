import assert from 'node:assert/strict';
import { LineSearch } from '../../../../src/mail/range-diff/line-search.ts';
import { diffOf, patchOf, patchWithLines } from './patches.ts';

describe('A search for moved lines', () => {
	const old = [patchWithLines('Old', ['+above', '+wanted line', '+below', '+}', '@@'])];
	const current = [
		patchWithLines('Same', ['+wanted line', '+}']),
		patchWithLines('Moved', ['+x', '+above', '+wanted line', '+below', '+}']),
	];
	const all = [
		[0, 1],
		[0, 1, 2, 3, 4],
	];

	it('finds the line whose neighbors are the most similar', () => {
		const search = new LineSearch(old, current, all);
		assert.deepEqual(search.find({ patch: 0, line: 1 }), { patch: 1, line: 2 });
		assert.deepEqual(search.find({ patch: 0, line: 3 }), { patch: 1, line: 4 });
	});

	it('compares the lines next to them, above and below', () => {
		for (const [wanted, lines] of [
			[2, ['+wanted line', '+x', '+wanted line', '+below', '+wanted line', '+y', '+below']],
			[4, ['+wanted line', '+x', '+above', '+z', '+wanted line', '+below']],
			[1, ['+above', '+wanted line', '+x', '+wanted line', '+y', '+below']],
		] as const) {
			const search = new LineSearch(old, [patchWithLines('New', lines)], [[...lines.keys()]]);
			assert.deepEqual(search.find({ patch: 0, line: 1 }), { patch: 0, line: wanted });
		}
	});

	it('finds deleted lines and those of the context, but no headers', () => {
		const lines = ['-deleted line', ' context line', '+added line'];
		const patches = [patchOf('Title', '', diffOf('file.c', lines))];
		const search = new LineSearch(patches, patches, [[0, 1, 2, 3, 4]]);
		const found = [0, 1, 2, 3, 4].map((line) => search.find({ patch: 0, line })?.line);
		assert.deepEqual(found, [undefined, undefined, 2, 3, 4]);
	});

	it('finds only the lines to search', () => {
		const search = new LineSearch(old, current, [[0], []]);
		assert.deepEqual(search.find({ patch: 0, line: 1 }), { patch: 0, line: 0 });
		assert.equal(search.find({ patch: 0, line: 0 }), undefined);
	});

	it('does not recognize a line without words by itself', () => {
		assert.equal(new LineSearch(old, current, [[1], []]).find({ patch: 0, line: 3 }), undefined);
	});

	it('finds no line that does not exist', () => {
		const search = new LineSearch(old, current, all);
		assert.equal(search.find({ patch: 0, line: 9 }), undefined);
		assert.equal(search.find({ patch: 5, line: 0 }), undefined);
	});
});
