import assert from 'node:assert/strict';
import {
	CommitMatcher,
	isEmptyQuery,
	parseCommitQuery,
	queryOfPath,
} from '../../../../../src/repositories/model/commits/commit-query.ts';
import { aCommit } from '../../a-commit.ts';

const author = { name: 'Kim Özil', email: 'kim@example.org' };
const commit = aCommit('abcdef0123456789abcdef0123456789abcdef01', {
	...{ author, committer: author, message: 'undo: store the Tree\n\nIt was lost on exit.\n' },
});

describe('What is searched for in a log', () => {
	for (const [text, words, authors, paths] of [
		['', [], [], []],
		['fix  Undo', ['fix', 'undo'], [], []],
		['"lost on exit" x', ['lost on exit', 'x'], [], []],
		['"not closed', ['not closed'], [], []],
		['author:Kim author:"Kim Lee"', [], ['kim', 'kim lee'], []],
		['Author:kim PATH:Src/a.c', [], ['kim'], ['Src/a.c']],
		['path:/src/ path:./a', [], [], ['src', 'a']],
		['path:../x path:a/../../b path:a//./b path:.', [], [], ['x', 'b', 'a/b']],
		['path:"my notes/a b"', [], [], ['my notes/a b']],
		['"say \\"no\\"" "a\\b" "c\\', ['say "no"', 'a\\b', 'c\\'], [], []],
		['author: path: path:/ author:"" path:"', [], [], []],
		['re-author:kim x:y', ['re-author:kim', 'x:y'], [], []],
	] as const) {
		it(`is read from ${text || 'nothing'}`, () => {
			const query = parseCommitQuery(text);
			assert.deepEqual(query, { words, authors, paths });
			assert.equal(isEmptyQuery(query), words.length + authors.length + paths.length === 0);
		});
	}

	for (const [text, isFound] of [
		['tree LOST', true],
		['tree found', false],
		['"the tree"', true],
		['"tree the"', false],
		['author:ozil', true],
		['author:kim@example.org undo', true],
		['author:undo', false],
		['kim', false],
		['abcdef0', true],
		['bcdef01', false],
		['', true],
	] as const) {
		it(`${isFound ? 'finds' : 'does not find'} a commit: ${text}`, () => {
			assert.equal(new CommitMatcher().matches(parseCommitQuery(text), commit), isFound);
		});
	}

	it('can be a file or folder with any name', () => {
		for (const path of [
			...['src/main.c', 'my notes/a', 'a "b" c', '"a"', 'a"b', '"', 'a\\b', 'a\\" b', 'a b\\', '\\\\ "'],
			...[' a ', 'author:x', '"path:a b', 'a" author:x'],
		]) {
			const { words, authors, paths } = parseCommitQuery(`${queryOfPath(path)} author:kim`);
			assert.deepEqual([words, authors, paths], [[], ['kim'], [path]]);
		}
	});
});
