import assert from 'node:assert/strict';
import { edited, parsed, text } from '../../../kit/mails/diff-text.ts';
import { rebuildDiff } from '../../../tools/rebuild-diff.ts';

describe('A patch that is written again', () => {
	const hunk = text('@@ -1,2 +1,2 @@ f()', ' a', '-b', '+c', '\\ No newline at end of file');
	const cases: [what: string, source: string, written?: string][] = [
		['is the same', edited() + hunk],
		[
			'has a tab after names with spaces',
			text('diff --git a/x y b/x y', 'index 1..2 100644', '--- a/x y\t', '+++ b/x y\t') + hunk,
		],
		[
			'quotes names that need it',
			text('diff --git "a/\\t" "b/\\t"', 'index 1..2 100644', '--- "a/\\t"', '+++ "b/\\t"') + hunk,
		],
		['has modes', text('diff --git a/x b/x', 'old mode 100644', 'new mode 100755')],
		[
			'has renames and copies',
			text(
				'diff --git a/x b/y',
				'rename from x',
				'rename to y',
				'diff --git a/x b/z',
				'copy from x',
				'copy to z',
				'index 1..2 100644',
				'--- a/x',
				'+++ b/z',
			) + hunk,
		],
		[
			'has new and deleted files',
			text(
				'diff --git a/x b/x',
				'new file mode 100755',
				'index 0..1',
				'diff --git a/y b/y',
				'deleted file mode 100644',
				'index 1..0',
				'--- a/y',
				'+++ /dev/null',
				'@@ -1,1 +0,0 @@',
				'-a',
			),
		],
		[
			'has binary data',
			text(
				'diff --git a/x b/x',
				'index 1..2 100644',
				'GIT binary patch',
				'delta 8',
				'PcmZSJOv=nlEUE+m2-pIT',
				'',
				'literal 0',
				'HcmV?d00001',
				'',
			),
		],
		['has binary files without data', text('diff --git a/x b/x', 'index 1..2 100644', 'Binary files differ')],
		[
			'has the prefixes of git',
			text('--- old/x', '+++ new/x') + hunk,
			text('diff --git a/x b/x', '--- a/x', '+++ b/x') + hunk,
		],
		[
			'has modes for files of diff -u',
			text(
				'--- /dev/null',
				'+++ b/x',
				'@@ -0,0 +1 @@',
				'+a',
				'--- a/y',
				'+++ /dev/null',
				'@@ -1 +0,0 @@',
				'-a',
			),
			text(
				'diff --git a/x b/x',
				'new file mode 100644',
				'--- /dev/null',
				'+++ b/x',
				'@@ -0,0 +1,1 @@',
				'+a',
				'diff --git a/y b/y',
				'deleted file mode 100644',
				'--- a/y',
				'+++ /dev/null',
				'@@ -1,1 +0,0 @@',
				'-a',
			),
		],
		['has no combined diffs', text('diff --cc x', 'index 1,2..3', '@@@ -1 -1 +1 @@@', '++a'), ''],
		['ends with a line feed', (edited() + hunk).slice(0, -1), edited() + hunk],
	];
	for (const [what, source, written = source] of cases) {
		it(what, () => {
			assert.equal(rebuildDiff(parsed(source)), written);
			assert.equal(rebuildDiff(parsed(source.replaceAll('\n', '\r\n'))), written);
		});
	}

	const link = text(
		'new file mode 120000',
		'index 0000000..2222222',
		'--- /dev/null',
		'+++ b/x',
		'@@ -0,0 +1,1 @@',
		'+y',
		'\\ No newline at end of file',
	);
	const binary = text(
		'deleted file mode 100644',
		'index 1111111..0000000',
		'GIT binary patch',
		'literal 0',
		'HcmV?d00001',
		'',
	);
	const header = 'diff --git a/x b/x\n';
	it('deletes a file and adds it with another type', () => {
		const source = header + binary + header + link;
		assert.equal(rebuildDiff(parsed(source)), source);
	});

	it('deletes a link and adds a binary file', () => {
		const gone = text(
			'deleted file mode 120000',
			'index 2222222..0000000',
			'--- a/x',
			'+++ /dev/null',
			'@@ -1,1 +0,0 @@',
			'-y',
		);
		const source =
			header +
			gone +
			header +
			binary.replace('deleted', 'new').replace('1111111..0000000', '0000000..1111111');
		assert.equal(rebuildDiff(parsed(source)), source);
	});
});
