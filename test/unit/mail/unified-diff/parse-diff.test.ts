import assert from 'node:assert/strict';
import type { ParseWarning } from '../../../../src/mail/text/parse-warnings.ts';
import { combinedEnd } from '../../../../src/mail/unified-diff/combined-diff.ts';
import { parseDiff } from '../../../../src/mail/unified-diff/parse-diff.ts';
import { edited, parsed, summary, text } from '../../../kit/mails/diff-text.ts';

const binaryHeader = text(
	'diff --git a/x b/x',
	'new file mode 100644',
	`index ${'0'.repeat(40)}..${'1'.repeat(40)}`,
);
const literal = text(
	'GIT binary patch',
	'literal 8',
	'PcmZSJOv=nlEUE+m2-pIT',
	'',
	'literal 0',
	'HcmV?d00001',
	'',
);

describe('A binary file', () => {
	it('has the offsets of its data', () => {
		const { source, files, warnings } = parsed(`${binaryHeader}${literal}-- \n2.43.0\n`);
		const [file] = files;
		assert.ok(file);
		assert.deepEqual([summary(file), file.binary, warnings], ['A - x -..100644 +0 -0', 'data', []]);
		assert.deepEqual(
			file.blocks.map(({ kind, size, start, end }) => [kind, size, source.slice(start, end)]),
			[
				['literal', 8, 'PcmZSJOv=nlEUE+m2-pIT\n'],
				['literal', 0, 'HcmV?d00001\n'],
			],
		);
		assert.equal(source.slice(file.end), '-- \n2.43.0\n');
	});

	it('may have a delta, several lines, and CRLF', () => {
		const lines = text(
			'GIT binary patch',
			'delta 60',
			`z${'0'.repeat(65)}`,
			`H${'0'.repeat(10)}`,
			`c${'0'.repeat(40)}`,
			'',
		);
		const { files, warnings } = parsed((binaryHeader + lines).replaceAll('\n', '\r\n'));
		assert.deepEqual(
			files[0]?.blocks.map(({ kind, size }) => [kind, size]),
			[['delta', 60]],
		);
		assert.deepEqual(warnings, []);
	});

	for (const line of [
		'Binary files a/x and b/x differ',
		'Binary files /dev/null and b/x differ',
		'Files a/x and b/x differ',
	])
		it(`may have no data: ${line}`, () => {
			const { files, warnings } = parsed(binaryHeader + text(line, '-- '));
			assert.deepEqual([files[0]?.binary, files[0]?.blocks, warnings], ['none', [], []]);
		});

	const damaged: [what: string, lines: string, warnings: readonly ParseWarning[], blocks: number][] = [
		['cut after its first line', 'GIT binary patch\n', ['binary-cut'], 0],
		['cut in its data', 'GIT binary patch\nliteral 8\nPcmZS', ['binary-malformed'], 1],
		[
			'cut after a line of data',
			text('GIT binary patch', 'literal 80', `z${'0'.repeat(65)}`),
			['binary-cut'],
			1,
		],
		['without data', text('GIT binary patch', 'nothing'), ['binary-malformed'], 0],
		[
			'with a line of the wrong length',
			text('GIT binary patch', 'literal 8', 'PcmZSJOv', ''),
			['binary-malformed'],
			1,
		],
		[
			'with a first character that counts no bytes',
			text('GIT binary patch', 'literal 8', '!cmZSJ', ''),
			['binary-malformed'],
			1,
		],
		['with an unknown line', text('GIT binary patch', 'literal 8', '!cmZSJOv', ''), ['binary-malformed'], 1],
	];
	for (const [what, lines, warnings, blocks] of damaged) {
		it(`is reported if it is ${what}`, () => {
			const found = parsed(binaryHeader + lines);
			assert.deepEqual([found.warnings, found.files[0]?.blocks.length], [warnings, blocks]);
		});
	}

	for (const [first, length, isData] of [
		...([
			['A', 5, true],
			['Z', 35, true],
			['a', 35, true],
			['z', 65, true],
		] as const),
		...([
			['@', 5, false],
			['[', 35, false],
			['`', 35, false],
			['{', 70, false],
		] as const),
	] as const)
		it(`${isData ? 'has' : 'has no'} lines of ${length} characters after ${first}`, () => {
			const { warnings } = parsed(
				binaryHeader + text('GIT binary patch', 'literal 1', first + '0'.repeat(length), ''),
			);
			assert.deepEqual(warnings, isData ? [] : ['binary-malformed']);
		});
});

describe('The diff of a merge', () => {
	const header = text('diff --cc src/x', 'index 1111111,2222222..3333333', '--- a/src/x', '+++ b/src/x');
	const hunk = text('@@@ -1,3 -1,2 +1,3 @@@ f()', '  a', '- b', '--c', '++d', ' +e');

	it('is marked and reported', () => {
		const { files, warnings } = parsed(header + hunk + edited() + text('@@ -1 +1 @@', '-a', '+b'));
		assert.deepEqual(
			files.map((file) => [summary(file), file.isCombined, file.hunks.length]),
			[
				['M src/x src/x +0 -0', true, 0],
				['M x x 100644..100644 +1 -1', false, 1],
			],
		);
		assert.deepEqual([files[0]?.oldId, files[0]?.newId, warnings], ['1111111', '3333333', ['combined-diff']]);
	});

	it('can have a header of ten megabytes', () => {
		const ids = '1,'.repeat(5_000_000);
		const { files } = parsed(header.replace('1111111,', `1111111,${ids}`) + hunk);
		assert.deepEqual([files[0]?.oldId, files[0]?.newId], ['1111111', '3333333']);
	});

	it('ends with the lines that its header counts', () => {
		const source = `${hunk}-- \n2.43.0\n`;
		assert.equal(source.slice(combinedEnd(source, 0, source.length)), '-- \n2.43.0\n');
		const cut = source.indexOf('\n') + 2;
		assert.equal(combinedEnd(source, 0, cut), cut);
	});

	it('ends with a deleted line', () => {
		const source = text('@@@ -1,2 -1,1 +1,1 @@@', '  a', '- b', 'Text.');
		assert.equal(source.slice(combinedEnd(source, 0, source.length)), 'Text.\n');
	});

	it('of three parents has a column for each', () => {
		const source = text(
			'@@@@ -1 -1 -1 +1,2 @@@@',
			'-  a',
			' --b',
			'+++c',
			'++ d',
			'\\ No newline at end of file',
			'Text.',
		);
		assert.equal(source.slice(combinedEnd(source, 0, source.length)), 'Text.\n');
	});

	const short: [what: string, source: string, rest: string][] = [
		['a line that is none of it', '@@@ -1,3 -1,2 +1,3 @@@\n  a\nText.\n', 'Text.\n'],
		['an unreadable header', '@@@ x @@@\n  a\n', '@@@ x @@@\n  a\n'],
		['the text', '@@@ -1,3 -1,2 +1,3 @@@\n  a\n', ''],
	];
	for (const [what, source, rest] of short)
		it(`ends with ${what}`, () => assert.equal(source.slice(combinedEnd(source, 0, source.length)), rest));

	it('may be binary, deleted, and in quotes', () => {
		const { files, warnings } = parsed(
			text(
				'diff --combined "\\303\\244"',
				'deleted file mode 100644,100644',
				'index 1111111,2222222..0000000',
				'Binary files differ',
				'Text.',
			),
		);
		assert.deepEqual(
			files.map((file) => [summary(file), file.binary, file.isCombined]),
			[['D ä - 100644,100644..- +0 -0', 'none', true]],
		);
		assert.deepEqual(warnings, ['combined-diff']);
	});
});

describe('A diff', () => {
	it('has the files between its offsets, in their order', () => {
		const one = edited('one') + text('@@ -1 +1 @@', '-a', '+b');
		const two = edited('two') + text('@@ -1 +1 @@', '-a', '+b');
		const source = `${one}Text between.\n\n${two}${one}`;
		const files = parseDiff(source, one.length - 5, source.length - one.length, new Set());
		assert.deepEqual(
			files.map(({ new: name }) => name),
			['two'],
		);
		assert.equal(source.slice(files[0]?.start, files[0]?.end), two);
	});

	it('has no hunks behind a text that follows the header of a file', () => {
		const header = text('diff --git a/x b/x', 'old mode 100644', 'new mode 100755');
		const { files, warnings } = parsed(`${header}Text.\n${text('@@ -1 +1 @@', '-a', '+b')}`);
		assert.deepEqual([files.map(summary), warnings], [['M x x 100644..100755 +0 -0'], ['hunk-header']]);
	});

	it('stops after 5,000 files or 50,000 hunks', () => {
		const hunk = text('@@ -1 +1 @@', '-a', '+b');
		const counted = (diff: string) => {
			const { files, warnings } = parsed(diff);
			return [files.length, files.reduce((sum, { hunks }) => sum + hunks.length, 0), warnings];
		};
		assert.deepEqual(counted((edited('one') + hunk).repeat(5000)), [5000, 5000, []]);
		assert.deepEqual(counted(`${(edited('one') + hunk).repeat(5000)}-- \n2.40\n`), [5000, 5000, []]);
		assert.deepEqual(counted((edited('one') + hunk).repeat(5001)), [5000, 5000, ['diff-too-large']]);
		const long = (count: number) => edited('one') + hunk.repeat(count);
		assert.deepEqual(counted(long(50_000)), [1, 50_000, []]);
		assert.deepEqual(counted(long(50_001)), [1, 50_000, ['diff-too-large']]);
		assert.deepEqual(counted(long(30_000).repeat(2)), [2, 50_000, ['diff-too-large']]);
	});

	it('has no files in a text', () =>
		assert.deepEqual(parsed('Text.\n> diff --git a/x b/x\n> --- a/x\n').files, []));
});
