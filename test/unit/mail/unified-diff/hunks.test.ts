import assert from 'node:assert/strict';
import type { ParseWarning } from '../../../../src/mail/text/parse-warnings.ts';
import { nextLine } from '../../../../src/mail/text/source-lines.ts';
import { isSignature, looksLikeInHunk } from '../../../../src/mail/unified-diff/footer.ts';
import { readHunk } from '../../../../src/mail/unified-diff/hunks.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import { edited, parsed, text } from '../../../kit/mails/diff-text.ts';

const signs = { context: ' ', add: '+', delete: '-', 'no-newline': '\\', wrapped: '>' };

/** The lines of all hunks: numbers, sign (`>` for the rest of a wrapped line) and content. */
function shown(source: string): string[] {
	const found = parsed(source);
	const hunks = found.files.flatMap((file) => file.hunks);
	return hunks.flatMap((hunk) =>
		[...linesOf(found.source, hunk)].map(({ kind, start, end, oldLine, newLine }) => {
			const content = source.slice(start, end).replaceAll('\r', '\\r');
			return `${oldLine ?? '-'} ${newLine ?? '-'} ${signs[kind]}${content}`;
		}),
	);
}

describe('A hunk', () => {
	// Lines are separated by `|`.
	const cases: readonly [what: string, lines: string, rest: string, shown: string, warnings?: string][] = [
		[
			'is read by the numbers of its header',
			'@@ -10,3 +20,4 @@ int main(void)| a|-b|+c|+d| e',
			'',
			'10 20  a|11 - -b|- 21 +c|- 22 +d|12 23  e',
		],
		['has one line if its header has no count', '@@ -5 +5 @@|-a|+b', 'text\n', '5 - -a|- 5 +b'],
		['may have no lines of the old file', '@@ -4,0 +5,2 @@|+a|+b', '', '- 5 +a|- 6 +b'],
		[
			'keeps lines that look like headers',
			'@@ -1,4 +1,4 @@|--- a/x|+++ b/x|-- |-@@ -1 +1 @@|+diff --git a/x b/x|+|+-- |-',
			'-- \n2.43.0\n',
			'1 - --- a/x|- 1 +++ b/x|2 - -- |3 - -@@ -1 +1 @@|- 2 +diff --git a/x b/x|- 3 +|- 4 +-- |4 - -',
		],
		['ends before a signature', '@@ -1,2 +1 @@| a|-b', '-- \n2.43.0\n', '1 1  a|2 - -b'],
		['ends before a signature without its space', '@@ -1,2 +1 @@| a|-b', '--\n2.43.0\n', '1 1  a|2 - -b'],
		['takes a deleted line for no signature', '@@ -1,2 +1 @@| a|-- ', '-- \n2.43.0\n', '1 1  a|2 - -- '],
		[
			'takes a deleted line for no signature above a text',
			'@@ -1,2 +1 @@| a|-- ',
			'Text.\n',
			'1 1  a|2 - -- ',
		],
		[
			'takes a signature for no deleted line if it is one line short',
			'@@ -1,2 +1 @@| a',
			'-- \n2.43.0\n\n',
			'1 1  a',
			'hunk-short',
		],
		[
			'takes the signature of a vendor for no deleted line',
			'@@ -1,2 +1 @@| a',
			'-- \n2.39.5 (Apple Git-154)\n',
			'1 1  a',
			'hunk-short',
		],
		[
			'takes another signature for no deleted line if it is shorter',
			'@@ -1,3 +1,3 @@| a',
			'-- \nSent by me\n',
			'1 1  a',
			'hunk-short',
		],
		[
			'ends before the next file even if it is short',
			'@@ -1,3 +1,3 @@| a|-b',
			edited('y') + text('@@ -1 +1 @@', '-q', '+r'),
			'1 1  a|2 - -b|1 - -q|- 1 +r',
			'hunk-short',
		],
		[
			'ends before the next hunk even if it is short',
			'@@ -1,3 +1,3 @@| a',
			text('@@ -9 +9 @@', '-q', '+r'),
			'1 1  a|9 - -q|- 9 +r',
			'hunk-short',
		],
		[
			'ends before a plain header even if it is short',
			'@@ -1,3 +1,3 @@| a|-b',
			text('--- y', '+++ y', '@@ -1 +1 @@', '-q', '+r'),
			'1 1  a|2 - -b|1 - -q|- 1 +r',
			'hunk-short',
		],
		[
			'ends before an Index line even if it is short',
			'@@ -1,3 +1,3 @@| a',
			text('Index: y', '====', '--- y', '+++ y', '@@ -1 +1 @@', '-q', '+r'),
			'1 1  a|1 - -q|- 1 +r',
			'hunk-short',
		],
		[
			'keeps what looks like a plain header if that completes it',
			'@@ -1,2 +1,2 @@| a|--- y|+++ y',
			text('@@ -9 +9 @@', '-q', '+r'),
			'1 1  a|2 - --- y|- 2 +++ y|9 - -q|- 9 +r',
		],
		['is cut with its mail', '@@ -1,3 +1,3 @@| a|-b', '', '1 1  a|2 - -b', 'hunk-short mail-cut'],
		[
			'drops empty lines at its end if it is short',
			'@@ -1,3 +1,3 @@| a|-b',
			'\n\n',
			'1 1  a|2 - -b',
			'hunk-short',
		],
		[
			'has empty lines whose space was lost',
			'@@ -1,4 +1,4 @@||-b|+c|| d',
			'',
			'1 1  |2 - -b|- 2 +c|3 3  |4 4  d',
		],
		[
			'has broken lines',
			'@@ -1,3 +1,3 @@| a|-long line|broken here|+c| d',
			'',
			'1 1  a|2 - -long line|- - >broken here|- 2 +c|3 3  d',
			'line-wrapped',
		],
		[
			'ends before a broken line if it stays incomplete',
			'@@ -1,3 +1,3 @@| a|-b|Text that follows.| indented',
			'\n',
			'1 1  a|2 - -b',
			'hunk-short',
		],
		['ends where a line contradicts its header: +', '@@ -1,3 +1 @@| a|+b| c', '', '1 1  a', 'hunk-short'],
		['ends where a line contradicts its header: -', '@@ -1 +1,3 @@| a|-b| c', '', '1 1  a', 'hunk-short'],
		['ends where a line contradicts its header: space', '@@ -0,0 +1,3 @@|+a| b', '', '- 1 +a', 'hunk-short'],
		[
			'may be followed by more lines, which do not count',
			'@@ -1 +1 @@|-a|+b|+c| d',
			'',
			'1 - -a|- 1 +b',
			'hunk-long',
		],
		['may be followed by a text', '@@ -1 +1 @@|-a|+b', '\nText.\n--\nlist\n', '1 - -a|- 1 +b'],
		[
			'has no line break at the end of both files',
			'@@ -1 +1 @@|-a|\\ No newline at end of file|+b|\\ Kein Zeilenumbruch am Dateiende.',
			'',
			'1 - -a|- - \\ No newline at end of file|- 1 +b|- - \\ Kein Zeilenumbruch am Dateiende.',
		],
		[
			'is reported if it changes nothing, as one with the words that changed',
			'@@ -1,2 +1,2 @@|  a [-b-]{+c+}|  d',
			'',
			'1 1   a [-b-]{+c+}|2 2   d',
			'hunk-unchanged',
		],
		['is reported if it is empty', '@@ -0,0 +0,0 @@', '', '', 'hunk-unchanged'],
		[
			'has an unreadable header',
			'@@ -1,3 1,3 @@| a',
			text('@@ -9 +9 @@', '-q', '+r'),
			'9 - -q|- 9 +r',
			'hunk-header',
		],
		[
			'follows another one after empty lines',
			'@@ -1 +1 @@|-a|+b|',
			text('@@ -9 +9 @@', '-q', '+r'),
			'1 - -a|- 1 +b|9 - -q|- 9 +r',
		],
		[
			'after a text has no file',
			'@@ -1 +1 @@|-a|+b||Text.',
			text('@@ -9 +9 @@', '-q', '+r'),
			'1 - -a|- 1 +b',
			'hunk-header',
		],
		[
			'ends where a line contradicts its header: space without a new line',
			'@@ -1,3 +0,0 @@|-a| b',
			'',
			'1 - -a',
			'hunk-short',
		],
		[
			'takes another signature for no deleted line if lines of both files are missing',
			'@@ -1,2 +1,2 @@| a',
			'-- \nSent by me\n',
			'1 1  a',
			'hunk-short',
		],
		[
			'ends before the first of several broken lines if it stays incomplete',
			'@@ -1,9 +1,9 @@| a|-b|Text.| indented|More text.',
			'',
			'1 1  a|2 - -b',
			'hunk-short',
		],
	];
	for (const [what, lines, rest, expected, warnings = ''] of cases) {
		for (const [how, breaks] of [
			['', '\n'],
			[', with CRLF', '\r\n'],
		] as const) {
			it(`${what}${how}`, () => {
				const source = `${edited()}${text(...lines.split('|'))}${rest}`.replaceAll('\n', breaks);
				assert.equal(shown(source).join('|'), expected);
				assert.equal(parsed(source).warnings.join(' '), warnings);
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
		const expected = ['1 - -a\\r', '- 1 +b', '2 2  \\r', '3 3  \\r'];
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
		assert.deepEqual(shown(source), ['1 - -a', '- 1 +b']);
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
		}).timeout(20_000);
});

describe('A line of a patch', () => {
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
