import assert from 'node:assert/strict';
import { joinTypeChanges } from '../../../../src/mail/unified-diff/type-changes.ts';
import { edited, parsed, summary, text } from '../../../kit/mails/diff-text.ts';

const bothSides = ['--- a/x', '+++ b/x'];
const newSide = ['--- /dev/null', '+++ b/x'];
const oldSide = ['--- a/x', '+++ /dev/null'];
/** The header of a file `x` in the format of git, with these lines. */
const git = (...lines: readonly string[]) => text('diff --git a/x b/x', ...lines);
const hunk = text('@@ -1,2 +1,2 @@', ' a', '-b', '+c');
const added = text('@@ -0,0 +1,2 @@', '+a', '+b');
const deleted = text('@@ -1 +0,0 @@', '-a');

describe('The header of a file', () => {
	const cases: [what: string, source: string, summary: string][] = [
		['an edited file', edited() + hunk, 'M x x 100644..100644 +1 -1'],
		[
			'a new file',
			git('new file mode 100755', 'index 0000000..1111111', ...newSide) + added,
			'A - x -..100755 +2 -0',
		],
		[
			'a deleted file',
			git('deleted file mode 100644', 'index 1111111..0000000', ...oldSide) + deleted,
			'D x - 100644..- +0 -1',
		],
		[
			'an empty new file',
			text('diff --git a/x y b/x y', 'new file mode 100644', 'index 0000000..e69de29'),
			'A - x y -..100644 +0 -0',
		],
		[
			'an empty deleted file',
			git('deleted file mode 100644', 'index e69de29..0000000'),
			'D x - 100644..- +0 -0',
		],
		[
			'a mode',
			text('diff --git a/b/x b/b/x', 'old mode 100644', 'new mode 100755'),
			'M b/x b/x 100644..100755 +0 -0',
		],
		[
			'a mode and content',
			git('old mode 100644', 'new mode 100755', 'index 1111111..2222222', ...bothSides) + hunk,
			'M x x 100644..100755 +1 -1',
		],
		[
			'a rename',
			text('diff --git a/a/old b/b/new', 'similarity index 100%', 'rename from a/old', 'rename to b/new'),
			'R a/old b/new +0 -0',
		],
		[
			'a rename of an old git',
			text('diff --git a/old b/new', 'similarity index 100%', 'rename old old', 'rename new new'),
			'R old new +0 -0',
		],
		[
			'a copy with names in quotes',
			text(
				'diff --git "a/\\303\\244" "b/\\t"',
				'similarity index 90%',
				'copy from "\\303\\244"',
				'copy to "\\t"',
				'index 1111111..2222222 100644',
				'--- "a/\\303\\244"',
				'+++ "b/\\t"',
			) + hunk,
			'C ä \t 100644..100644 +1 -1',
		],
		[
			'a rewritten file',
			git('dissimilarity index 99%', 'index 1..2 100644', ...bothSides) + hunk,
			'M x x 100644..100644 +1 -1',
		],
		[
			'a submodule',
			text(
				'diff --git a/m b/m',
				'index 1111111..2222222 160000',
				'--- a/m',
				'+++ b/m',
				'@@ -1 +1 @@',
				`-Subproject commit ${'1'.repeat(40)}`,
				`+Subproject commit ${'2'.repeat(40)}`,
			),
			'M m m 160000..160000 +1 -1',
		],
		[
			'a name with spaces',
			text('diff --git a/x y b/x y', 'index 1..2 100644', '--- a/x y\t', '+++ b/x y\t') + hunk,
			'M x y x y 100644..100644 +1 -1',
		],
		[
			'no prefix',
			text('diff --git src/x src/x', 'index 1..2 100644', '--- src/x', '+++ src/x') + hunk,
			'M src/x src/x 100644..100644 +1 -1',
		],
		[
			'no prefix and a folder called a',
			text('diff --git a/x a/x', 'index 1..2 100644', '--- a/x', '+++ a/x') + hunk,
			'M a/x a/x 100644..100644 +1 -1',
		],
		[
			'mnemonic prefixes',
			text('diff --git i/x w/x', 'index 1..2 100644', '--- i/x', '+++ w/x') + hunk,
			'M x x 100644..100644 +1 -1',
		],
		[
			'own prefixes',
			text(
				'diff --git old/s/x new/s/x',
				'new file mode 100644',
				'index 0..1',
				'--- /dev/null',
				'+++ new/s/x',
			) + added,
			'A - s/x -..100644 +2 -0',
		],
		['an old side that is nothing, without a mode', git(...newSide) + added, 'A - x +2 -0'],
		['a new side that is nothing, without a mode', git(...oldSide) + deleted, 'D x - +0 -1'],
		['diff -u', text(...bothSides) + hunk, 'M x x +1 -1'],
		[
			'diff -u with dates',
			text(
				'--- old/x.c\t2024-01-01 10:00:00.123456789 +0100',
				'+++ new/x.c\t2024-01-02 10:00:00.000000000 +0100',
			) + hunk,
			'M x.c x.c +1 -1',
		],
		[
			'diff -u with dates after a space',
			text('--- x.c 2024-01-01 10:00:00.123456789 +0100', '+++ x.c 2024-01-02 10:00:00') + hunk,
			'M x.c x.c +1 -1',
		],
		[
			'diff -u of a saved copy',
			text('--- dir/x.c.orig\t2024-01-01 10:00:00', '+++ dir/x.c\t2024-01-02 10:00:00') + hunk,
			'M dir/x.c dir/x.c +1 -1',
		],
		['diff -u of Quilt', text('--- a/mm/x.c~fix-x', '+++ a/mm/x.c') + hunk, 'M mm/x.c mm/x.c +1 -1'],
		['diff -u of a copy by Emacs', text('--- b/x.c~', '+++ b/x.c') + hunk, 'M b/x.c b/x.c +1 -1'],
		[
			'diff -u of a copy made later',
			text('--- x.c\t2024-01-01 10:00:00', '+++ x.c.new\t2024-01-02 10:00:00') + hunk,
			'M x.c x.c +1 -1',
		],
		['diff -u of a new file', text(...newSide) + added, 'A - x +2 -0'],
		[
			'diff -u of a deleted file',
			text('--- a/x\t2024-01-01', '+++ /dev/null\t2024-01-01') + deleted,
			'D x - +0 -1',
		],
		[
			'diff -N of a new file',
			text(
				'--- old/x\t1970-01-01 01:00:00.000000000 +0100',
				'+++ new/x\t2024-01-02 10:00:00.000000000 +0100',
				'@@ -0,0 +1 @@',
				'+a',
			),
			'A - x +1 -0',
		],
		[
			'diff -N of a deleted file',
			text(
				'--- old/x\t2024-01-01 10:00:00 +0100',
				'+++ new/x\t1969-12-31 16:00:00.000000000 -0800',
				'@@ -1 +0,0 @@',
				'-a',
			),
			'D x - +0 -1',
		],
		[
			'diff -u of files that were empty',
			text('--- x\t2024-01-01 10:00:00 +0100', '+++ x\t2024-01-01 10:00:00 +0100', '@@ -0,0 +1 @@', '+a'),
			'A - x +1 -0',
		],
		[
			'Subversion',
			text('Index: src/x.c', '='.repeat(67), '--- src/x.c\t(revision 12)', '+++ src/x.c\t(working copy)') +
				hunk,
			'M src/x.c src/x.c +1 -1',
		],
		[
			'Subversion with spaces',
			text('Index: x.c', '='.repeat(67), '--- x.c (revision 12)', '+++ x.c (working copy)') + hunk,
			'M x.c x.c +1 -1',
		],
		[
			'Subversion with a new file',
			text('Index: x.c', '='.repeat(67), '--- x.c\t(nonexistent)', '+++ x.c\t(working copy)') + added,
			'A - x.c +2 -0',
		],
		[
			'Subversion with a new file whose hunk says otherwise',
			text('--- x.c\t(nonexistent)', '+++ x.c\t(working copy)') + hunk,
			'A - x.c +1 -1',
		],
		[
			'diff -N with a new file whose hunk says otherwise',
			text('--- x.c\t1970-01-01 01:00:00.000000000 +0100', '+++ x.c\t2024-01-02') + hunk,
			'A - x.c +1 -1',
		],
		[
			'Mercurial',
			text(
				'# HG changeset patch',
				'diff -r 000000000000 -r 111111111111 x.c',
				'--- a/x.c\tThu Jan 01 00:00:00 2024 +0000',
				'+++ b/x.c\tThu Jan 02 00:00:00 2024 +0000',
			) + hunk,
			'M x.c x.c +1 -1',
		],
		[
			'a name in quotes of diff -u',
			text('--- "a/\\303\\244"\t2024-01-01', '+++ "b/\\303\\244"\t2024-01-02') + hunk,
			'M ä ä +1 -1',
		],
	];
	for (const [what, source, expected] of cases) {
		for (const [how, breaks] of [
			['', '\n'],
			[', with CRLF', '\r\n'],
		] as const) {
			it(`is read: ${what}${how}`, () => {
				const { files, warnings } = parsed(`Text before.\n${source}-- \n2.43.0\n`.replaceAll('\n', breaks));
				assert.deepEqual(files.map(summary), [expected]);
				assert.deepEqual(warnings, []);
			});
		}
	}

	const doubled: [what: string, source: string, summary: string][] = [
		['git', edited(), 'M x x 100644..100644 +0 -0'],
		['git, with a mode alone', git('old mode 100644', 'new mode 100755'), 'M x x 100644..100755 +0 -0'],
		['diff -u', text(...bothSides, '@@ -1 +1 @@'), 'M x x +0 -0'],
	];
	for (const [what, source, expected] of doubled) {
		it(`has no carriage returns, even if a mail program doubles them: ${what}`, () => {
			assert.deepEqual(parsed(source.replaceAll('\n', '\r\r\n')).files.map(summary), [expected]);
		});
	}

	it('has ids and offsets', () => {
		const before = 'Text.\n\n';
		const diff =
			text(
				'diff --git a/x b/y',
				'similarity index 87%',
				'rename from x',
				'rename to y',
				'index 1234567..89abcde 100644',
				'--- a/x',
				'+++ b/y',
			) + hunk;
		const [file] = parsed(`${before}${diff}\nFooter.\n`).files;
		assert.ok(file);
		const { oldId, newId, start, end } = file;
		assert.deepEqual(
			[oldId, newId, start, end],
			['1234567', '89abcde', before.length, before.length + diff.length],
		);
	});

	const oddCases: [what: string, source: string, names: readonly string[], warnings: readonly string[]][] = [
		['a line of git alone', git('Text.'), [], ['file-header']],
		[
			'names that differ without being renamed',
			text('diff --git a/b c/d e', 'old mode 100644', 'new mode 100755'),
			[],
			['file-header'],
		],
		[
			'a malformed name',
			text('diff --git "a/\\x" b/y', 'rename from "\\x"', 'rename to y'),
			['"\\x" y'],
			['name-quoting'],
		],
		[
			'a name that is not UTF-8',
			text('diff --git "a/\\344" "b/\\344"', 'old mode 100644', 'new mode 100755'),
			['\ufffd \ufffd'],
			['name-quoting'],
		],
		[
			'a name that is not UTF-8 on the other lines',
			text('diff --git "a/\\344" "b/\\344"', '--- "a/\\344"', '+++ "b/\\344"') + hunk,
			['\ufffd \ufffd'],
			['name-quoting'],
		],
		[
			'a name without an end',
			text('diff --git "a/x b/x', 'old mode 100644', 'new mode 100755'),
			[],
			['name-quoting', 'file-header'],
		],
	];
	for (const [what, source, names, warnings] of oddCases) {
		it(`is reported if it is warnings: ${what}`, () => {
			const found = parsed(source);
			assert.deepEqual(
				[found.files.map(({ old, new: current }) => `${old} ${current}`), found.warnings],
				[names, warnings],
			);
		});
	}
});

describe('The type of a file', () => {
	const link = git(
		'new file mode 120000',
		'index 0000000..2222222',
		...newSide,
		'@@ -0,0 +1 @@',
		'+target',
		'\\ No newline at end of file',
	);
	const gone = git('deleted file mode 100644', 'index 1111111..0000000', ...oldSide) + deleted;

	it('has changed if the file is deleted and added as another type', () => {
		const { files, source } = parsed(gone + link);
		assert.deepEqual(files.map(summary), ['T x x 100644..120000 +1 -1']);
		assert.deepEqual([files[0]?.oldId, files[0]?.newId, files[0]?.hunks.length], ['1111111', '2222222', 2]);
		assert.deepEqual([files[0]?.start, files[0]?.end], [0, source.length]);
	});

	const unchanged: [what: string, source: string][] = [
		['of another file', gone + link.replaceAll('/x', '/y')],
		['with the same type', gone + link.replace('120000', '100755')],
		['in the other order', link + gone],
	];
	for (const [what, source] of unchanged) {
		it(`has not changed by a deletion and an addition ${what}`, () =>
			assert.equal(parsed(source).files.length, 2));
	}

	it('is not known of a plain diff', () => {
		const { files } = parsed(text(...oldSide) + deleted + link);
		assert.deepEqual(joinTypeChanges(files), files);
	});
});
