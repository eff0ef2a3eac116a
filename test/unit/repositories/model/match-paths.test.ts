import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PathMatcher } from '../../../../src/repositories/model/match-paths.ts';

const paths = [
	'src/view/tree.ts',
	'src/view/tree-row.ts',
	'src/model/subtree.ts',
	'tree/readme.md',
	'docs/The Great Renaming.md',
	'test/return-early.ts',
];
const find = (query: string, most = 10) => {
	const matcher = new PathMatcher();
	matcher.add(paths);
	return matcher.find(query, most);
};

describe('Searching files by name', () => {
	for (const [query, expected] of [
		['', paths],
		['tree.ts', ['src/view/tree.ts', 'src/model/subtree.ts', 'src/view/tree-row.ts', 'test/return-early.ts']],
		['row', ['src/view/tree-row.ts']],
		[
			'TREE',
			[
				'src/view/tree.ts',
				'src/view/tree-row.ts',
				'src/model/subtree.ts',
				'tree/readme.md',
				'docs/The Great Renaming.md',
				'test/return-early.ts',
			],
		],
		['view/tr', ['src/view/tree.ts', 'src/view/tree-row.ts']],
		['src tree', [...paths.slice(0, 3)]],
		['tree view', ['src/view/tree.ts', 'src/view/tree-row.ts']],
		['tgr', ['docs/The Great Renaming.md']],
		['xyz', []],
	] as const) {
		it(`finds ${expected.length} for ${JSON.stringify(query)}, the best first`, () => {
			assert.deepEqual(find(query), expected);
		});
	}

	it('prefers a better match to a shorter path', () => {
		const best = [
			...['docs/of/the/project/abc', 'docs/of/project/abcd', 'of/project/x-abc', 'project/xabc'],
			...['abcdefg/xyz', 'xyz/axbxc', 'a/b/c'],
		];
		const matcher = new PathMatcher();
		matcher.add(best.toReversed());
		assert.deepEqual(matcher.find('abc', 10), best);
	});

	it('finds accented letters however they are written, and both files if there are two', () => {
		const [one, two] = ['caf\u00e9.md', 'cafe\u0301.md'];
		const matcher = new PathMatcher();
		matcher.add([one, two]);
		for (const query of [one, two, 'fÉ.']) assert.deepEqual(matcher.find(query, 10), [one, two]);
	});

	it('shows at most as many as asked for', () => {
		assert.deepEqual(find('t', 2).length, 2);
		assert.deepEqual(find('', 2).length, 2);
	});

	it('finds the same letter by letter as at once, also while paths are added', () => {
		const letter = fc.constantFrom(...'abAB/. -');
		const word = fc.string({ unit: letter, maxLength: 6 });
		fc.assert(
			fc.property(fc.array(word), fc.array(word), word, (first, second, query) => {
				const typed = new PathMatcher();
				typed.add(first);
				for (let length = 0; length < query.length; length++) typed.find(query.slice(0, length), 5);
				typed.add(second);
				typed.find(query.slice(0, 2), 5);
				const current = new PathMatcher();
				current.add([...first, ...second]);
				assert.deepEqual(typed.find(query, 100), current.find(query, 100));
				assert.equal(typed.size, current.size);
			}),
		);
	});
});
