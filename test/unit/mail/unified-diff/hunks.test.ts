import assert from 'node:assert/strict';
import type { ParseWarning } from '../../../../src/mail/text/parse-warnings.ts';
import { endsInCrlf, lineEnd, lineText, nextLine } from '../../../../src/mail/text/source-lines.ts';
import { isSignature, looksLikeInHunk } from '../../../../src/mail/unified-diff/footer.ts';
import { readHunk } from '../../../../src/mail/unified-diff/hunks.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import { edited, parsed, text } from '../patch/diff-text.ts';

/** The lines of all hunks: kind, numbers and content. */
function shown(source: string): string[] {
	const found = parsed(source);
	return found.files.flatMap(({ hunks }) =>
		hunks.flatMap((hunk) =>
			[...linesOf(found.source, hunk)].map(({ kind, start, end, oldLine, newLine }) =>
				JSON.stringify(`${kind} ${oldLine ?? '-'} ${newLine ?? '-'} ${source.slice(start, end)}`).slice(
					1,
					-1,
				),
			),
		),
	);
}

describe('A hunk', () => {
	const header = '@@ -1,3 +1,3 @@';
	const cases: [
		what: string,
		lines: readonly string[],
		rest: string,
		warnings: readonly ParseWarning[],
		shown: readonly string[],
	][] = [
		[
			'is read by the numbers of its header',
			['@@ -10,3 +20,4 @@ int main(void)', ' a', '-b', '+c', '+d', ' e'],
			'',
			[],
			['context 10 20 a', 'delete 11 - b', 'add - 21 c', 'add - 22 d', 'context 12 23 e'],
		],
		[
			'has one line if its header has no count',
			['@@ -5 +5 @@', '-a', '+b'],
			'text\n',
			[],
			['delete 5 - a', 'add - 5 b'],
		],
		[
			'may have no lines of the old file',
			['@@ -4,0 +5,2 @@', '+a', '+b'],
			'',
			[],
			['add - 5 a', 'add - 6 b'],
		],
		[
			'keeps lines that look like headers',
			[
				'@@ -1,4 +1,4 @@',
				'--- a/x',
				'+++ b/x',
				'-- ',
				'-@@ -1 +1 @@',
				'+diff --git a/x b/x',
				'+',
				'+-- ',
				'-',
			],
			'-- \n2.43.0\n',
			[],
			[
				'delete 1 - -- a/x',
				'add - 1 ++ b/x',
				'delete 2 - - ',
				'delete 3 - @@ -1 +1 @@',
				'add - 2 diff --git a/x b/x',
				'add - 3 ',
				'add - 4 -- ',
				'delete 4 - ',
			],
		],
		[
			'ends before a signature',
			['@@ -1,2 +1 @@', ' a', '-b'],
			'-- \n2.43.0\n',
			[],
			['context 1 1 a', 'delete 2 - b'],
		],
		[
			'ends before a signature without its space',
			['@@ -1,2 +1 @@', ' a', '-b'],
			'--\n2.43.0\n',
			[],
			['context 1 1 a', 'delete 2 - b'],
		],
		[
			'takes a deleted line for no signature',
			['@@ -1,2 +1 @@', ' a', '-- '],
			'-- \n2.43.0\n',
			[],
			['context 1 1 a', 'delete 2 - - '],
		],
		[
			'takes a deleted line for no signature above a text',
			['@@ -1,2 +1 @@', ' a', '-- '],
			'Text.\n',
			[],
			['context 1 1 a', 'delete 2 - - '],
		],
		[
			'takes a signature for no deleted line if it is one line short',
			['@@ -1,2 +1 @@', ' a'],
			'-- \n2.43.0\n\n',
			['hunk-short'],
			['context 1 1 a'],
		],
		[
			'takes the signature of a vendor for no deleted line',
			['@@ -1,2 +1 @@', ' a'],
			'-- \n2.39.5 (Apple Git-154)\n',
			['hunk-short'],
			['context 1 1 a'],
		],
		[
			'takes another signature for no deleted line if it is shorter',
			[header, ' a'],
			'-- \nSent by me\n',
			['hunk-short'],
			['context 1 1 a'],
		],
		[
			'ends before the next file even if it is short',
			[header, ' a', '-b'],
			edited('y') + text('@@ -1 +1 @@', '-q', '+r'),
			['hunk-short'],
			['context 1 1 a', 'delete 2 - b', 'delete 1 - q', 'add - 1 r'],
		],
		[
			'ends before the next hunk even if it is short',
			[header, ' a'],
			text('@@ -9 +9 @@', '-q', '+r'),
			['hunk-short'],
			['context 1 1 a', 'delete 9 - q', 'add - 9 r'],
		],
		[
			'ends before a plain header even if it is short',
			[header, ' a', '-b'],
			text('--- y', '+++ y', '@@ -1 +1 @@', '-q', '+r'),
			['hunk-short'],
			['context 1 1 a', 'delete 2 - b', 'delete 1 - q', 'add - 1 r'],
		],
		[
			'ends before an Index line even if it is short',
			[header, ' a'],
			text('Index: y', '====', '--- y', '+++ y', '@@ -1 +1 @@', '-q', '+r'),
			['hunk-short'],
			['context 1 1 a', 'delete 1 - q', 'add - 1 r'],
		],
		[
			'keeps what looks like a plain header if that completes it',
			['@@ -1,2 +1,2 @@', ' a', '--- y', '+++ y'],
			text('@@ -9 +9 @@', '-q', '+r'),
			[],
			['context 1 1 a', 'delete 2 - -- y', 'add - 2 ++ y', 'delete 9 - q', 'add - 9 r'],
		],
		[
			'is cut with its mail',
			[header, ' a', '-b'],
			'',
			['hunk-short', 'mail-cut'],
			['context 1 1 a', 'delete 2 - b'],
		],
		[
			'drops empty lines at its end if it is short',
			[header, ' a', '-b'],
			'\n\n',
			['hunk-short'],
			['context 1 1 a', 'delete 2 - b'],
		],
		[
			'has empty lines whose space was lost',
			['@@ -1,4 +1,4 @@', '', '-b', '+c', '', ' d'],
			'',
			[],
			['context 1 1 ', 'delete 2 - b', 'add - 2 c', 'context 3 3 ', 'context 4 4 d'],
		],
		[
			'has broken lines',
			[header, ' a', '-long line', 'broken here', '+c', ' d'],
			'',
			['line-wrapped'],
			['context 1 1 a', 'delete 2 - long line', 'wrapped - - broken here', 'add - 2 c', 'context 3 3 d'],
		],
		[
			'ends before a broken line if it stays incomplete',
			[header, ' a', '-b', 'Text that follows.', ' indented'],
			'\n',
			['hunk-short'],
			['context 1 1 a', 'delete 2 - b'],
		],
		[
			'ends where a line contradicts its header: +',
			['@@ -1,3 +1 @@', ' a', '+b', ' c'],
			'',
			['hunk-short'],
			['context 1 1 a'],
		],
		[
			'ends where a line contradicts its header: -',
			['@@ -1 +1,3 @@', ' a', '-b', ' c'],
			'',
			['hunk-short'],
			['context 1 1 a'],
		],
		[
			'ends where a line contradicts its header: space',
			['@@ -0,0 +1,3 @@', '+a', ' b'],
			'',
			['hunk-short'],
			['add - 1 a'],
		],
		[
			'may be followed by more lines, which do not count',
			['@@ -1 +1 @@', '-a', '+b', '+c', ' d'],
			'',
			['hunk-long'],
			['delete 1 - a', 'add - 1 b'],
		],
		[
			'may be followed by a text',
			['@@ -1 +1 @@', '-a', '+b'],
			'\nText.\n--\nlist\n',
			[],
			['delete 1 - a', 'add - 1 b'],
		],
		[
			'has no line break at the end of both files',
			['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+b', '\\ Kein Zeilenumbruch am Dateiende.'],
			'',
			[],
			[
				'delete 1 - a',
				'no-newline - -  No newline at end of file',
				'add - 1 b',
				'no-newline - -  Kein Zeilenumbruch am Dateiende.',
			],
		],
		[
			'is reported if it changes nothing, as one with the words that changed',
			['@@ -1,2 +1,2 @@', '  a [-b-]{+c+}', '  d'],
			'',
			['hunk-unchanged'],
			['context 1 1  a [-b-]{+c+}', 'context 2 2  d'],
		],
		['is reported if it is empty', ['@@ -0,0 +0,0 @@'], '', ['hunk-unchanged'], []],
		[
			'has an unreadable header',
			['@@ -1,3 1,3 @@', ' a'],
			text('@@ -9 +9 @@', '-q', '+r'),
			['hunk-header'],
			['delete 9 - q', 'add - 9 r'],
		],
		[
			'follows another one after empty lines',
			['@@ -1 +1 @@', '-a', '+b', ''],
			text('@@ -9 +9 @@', '-q', '+r'),
			[],
			['delete 1 - a', 'add - 1 b', 'delete 9 - q', 'add - 9 r'],
		],
		[
			'after a text has no file',
			['@@ -1 +1 @@', '-a', '+b', '', 'Text.'],
			text('@@ -9 +9 @@', '-q', '+r'),
			['hunk-header'],
			['delete 1 - a', 'add - 1 b'],
		],
		[
			'ends where a line contradicts its header: space without a new line',
			['@@ -1,3 +0,0 @@', '-a', ' b'],
			'',
			['hunk-short'],
			['delete 1 - a'],
		],
		[
			'takes another signature for no deleted line if lines of both files are missing',
			['@@ -1,2 +1,2 @@', ' a'],
			'-- \nSent by me\n',
			['hunk-short'],
			['context 1 1 a'],
		],
		[
			'ends before the first of several broken lines if it stays incomplete',
			['@@ -1,9 +1,9 @@', ' a', '-b', 'Text.', ' indented', 'More text.'],
			'',
			['hunk-short'],
			['context 1 1 a', 'delete 2 - b'],
		],
	];
	for (const [what, lines, rest, warnings, expected] of cases) {
		for (const [how, breaks] of [
			['', '\n'],
			[', with CRLF', '\r\n'],
		] as const) {
			it(`${what}${how}`, () => {
				const source = `${edited()}${text(...lines)}${rest}`.replaceAll('\n', breaks);
				assert.deepEqual(shown(source), expected);
				assert.deepEqual(parsed(source).warnings, warnings);
			});
		}
	}

	it('belongs to the file whose header comes before, even after a damaged one', () => {
		const plain = text('--- y', '+++ y', '@@ -1 +1 @@', '-q', '+r');
		const { files } = parsed(edited() + text('@@ -1,9 +1,9 @@', ' a', 'Text.') + plain);
		assert.deepEqual(
			files.map(({ new: name, hunks }) => [name, hunks.length]),
			[
				['x', 1],
				['y', 1],
			],
		);
	});

	it('keeps the carriage returns of its file, in mails with either line break', () => {
		const lines = text('@@ -1,3 +1,2 @@ f()', '-a\r', '+b', ' \r', '\r');
		const expected = ['delete 1 - a\\r', 'add - 1 b', 'context 2 2 \\r', 'context 3 3 \\r'];
		const source = edited() + lines.replace('+1,2', '+1,3');
		assert.deepEqual(shown(source), expected);
		assert.deepEqual(shown(source.replaceAll('\n', '\r\n')), expected);
	});

	it('has offsets, counts and a section', () => {
		const before = edited();
		const lines = text('@@ -3,2 +3,2 @@ void f()', ' a', '-b', '+c', '\\ No newline at end of file');
		const [file] = parsed(`${before}${lines}-- \n2.43.0\n`).files;
		assert.deepEqual(file?.hunks, [
			{
				start: before.length,
				bodyStart: before.length + 25,
				end: before.length + lines.length,
				...{ oldStart: 3, oldCount: 2, newStart: 3, newCount: 2, section: 'void f()' },
			},
		]);
		assert.deepEqual([file.additions, file.deletions], [1, 1]);
	});

	it('without its last line break is whole', () => {
		const source = `${edited()}@@ -1 +1 @@\n-a\n+b`;
		assert.deepEqual(shown(source), ['delete 1 - a', 'add - 1 b']);
		assert.deepEqual(parsed(source).warnings, []);
	});

	it('is undefined without a header', () => {
		const warnings = new Set<ParseWarning>();
		assert.equal(readHunk('@@ -1 @@\n', 0, 9, warnings), undefined);
		assert.deepEqual([...warnings], ['hunk-header']);
	});

	for (const damage of [
		' \n',
		'-- \n',
		`-- \n1.${'1'.repeat(100_000)}!\n`,
		'--- a\n+++ b\n',
		'x\n',
		'\n',
		'@@ -1,9 +1,9 @@\n',
		`${edited()}@@ -1,999999 +1,999999 @@\n a\nx\n`,
		'--- a\n+++ b\n@@ -1,9 +1,9 @@\nx\n',
	])
		it(`is searched at once in a text of ${JSON.stringify(damage.slice(-30))}`, () => {
			const source = `${edited()}@@ -1,9999999 +1,9999999 @@\n${damage.repeat(400_000 / damage.length)}`;
			assert.ok(parsed(source).files.length > 0);
		}).timeout(5_000);
});

describe('A line of a patch', () => {
	it('ends at one line break', () => {
		const source = 'a\r\r\nb\nc';
		assert.deepEqual([nextLine(source, 0, 7), nextLine(source, 4, 7), nextLine(source, 6, 7)], [4, 6, 7]);
		assert.deepEqual([lineEnd(source, 0, 4), lineEnd(source, 4, 6), lineEnd(source, 6, 7)], [2, 5, 7]);
		assert.deepEqual(
			[lineText(source, 0, 4), lineText(source, 4, 6), lineText(source, 6, 7)],
			['a\r', 'b', 'c'],
		);
		assert.deepEqual([endsInCrlf(source, 4), endsInCrlf(source, 6)], [true, false]);
		assert.equal(lineText('\n', 0, 1), '');
	});

	const signatures: [source: string, isLast: boolean, is: boolean][] = [
		['-- \n2.43.0\n', true, true],
		['-- \r\n2.43.0.windows.1\r\n', true, true],
		['--\n2.50.1 (Apple Git-155)', true, true],
		['-- \nPia', false, true],
		['-- \nPia', true, false],
		['-- \n+x', false, false],
		['-- \n\n', false, false],
		['-- ', false, false],
		['-- x\n2.43.0\n', true, false],
		['--x\n2.43.0\n', true, false],
		['---\n2.43.0\n', true, false],
		['-\n2.43.0\n', true, false],
	];
	for (const [source, isLast, is] of signatures) {
		it(`${is ? 'begins' : 'does not begin'} a signature${isLast ? ' at the end of a hunk' : ''}: ${JSON.stringify(source)}`, () => {
			assert.equal(isSignature(source, 0, nextLine(source, 0, source.length), source.length, isLast), is);
		});
	}

	it('after a hunk looks like one of a hunk by its first character', () => {
		assert.deepEqual(
			['+', ' x', '-x', '- x', '--', '-- ', '--- x', '', '\r\n', 'x', '\\ No'].map((each) =>
				looksLikeInHunk(each, 0, each.length),
			),
			[true, true, true, true, false, false, false, false, false, false, false],
		);
	});
});
