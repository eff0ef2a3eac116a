import assert from 'node:assert/strict';
import { findLocalLine } from '../../../../../src/patches/model/side-texts/local-line.ts';
import { edited, parsed, text } from '../../../../kit/mails/diff-text.ts';

const source =
	edited() +
	text(
		'@@ -10,6 +10,8 @@',
		' int j;',
		' int k;',
		'-int l;',
		'+int L;',
		'+int L2;',
		'+int L3;',
		' int m;',
		' }',
		' int o;',
	) +
	text('@@ -60,3 +62,3 @@', ' int before;', '-int old;', '+int new;', ' int after;');
const [file] = parsed(source).files;
assert.ok(file);
const version = { source, file };

const before = Array.from({ length: 80 }, (_, n) => `other ${n + 1}`);
before.splice(9, 6, 'int j;', 'int k;', 'int l;', 'int m;', '}', 'int o;');
before.splice(59, 3, 'int before;', 'int old;', 'int after;');
const after = before.with(60, 'int new;').toSpliced(11, 1, 'int L;', 'int L2;', 'int L3;');
const moved = [...Array(100).fill('}'), ...after];

/** The text at the line that was found. */
const found = (local: readonly string[], line: number) => local[findLocalLine(local, version, line).line];

describe('A line of a patch in a local file', () => {
	it('has the same number if the file has the patch', () => {
		for (const line of [10, 12, 14, 16, 62, 63])
			assert.equal(findLocalLine(after, version, line).line, line - 1);
	});

	it('is found where its surroundings are', () => {
		for (const line of [10, 13, 14, 16, 63]) assert.equal(found(moved, line), after[line - 1]);
		assert.equal(findLocalLine(moved, version, 16).line, 115);
	});

	it('is where the patch would change a file that does not have it', () => {
		assert.deepEqual(
			[found(before, 10), found(before, 12), found(before, 15), found(before, 63)],
			['int j;', 'int l;', 'int m;', 'int old;'],
		);
		const both = [...Array(7).fill('above'), ...before];
		assert.deepEqual([found(both, 15), found(both, 63)], ['int m;', 'int old;']);
	});

	it('keeps its number, within the file, if no line near it is known', () => {
		assert.deepEqual(findLocalLine(after, version, 35), { line: 34, matches: 0 });
		assert.deepEqual(findLocalLine(['only'], version, 63), { line: 0, matches: 0 });
		assert.deepEqual(findLocalLine([], version, 1), { line: 0, matches: 0 });
	});

	it('is found in lines with the breaks of Windows', () => {
		const mail = source.replaceAll(/^([ +-]int .*)$/gm, '$1\r');
		const [windows] = parsed(mail).files;
		assert.ok(windows);
		assert.equal(findLocalLine(after, { source: mail, file: windows }, 63).matches, 3);
	});
});
