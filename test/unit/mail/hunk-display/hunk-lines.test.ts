import assert from 'node:assert/strict';
import fc from 'fast-check';
import { longestLine } from '../../../../src/mail/hunk-display/display-line.ts';
import {
	combinedHunks,
	hunkHeader,
	hunkLineCount,
	hunkLines,
} from '../../../../src/mail/hunk-display/hunk-lines.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import { parsed, text } from '../../../kit/mails/diff-text.ts';
import { mutatedMail } from '../../../kit/mails/mutated-mails.ts';
import { Random } from '../../../kit/mails/random.ts';
import { readMail } from '../../../kit/mails/read-mails.ts';
import { drawn, oneHunk } from './one-hunk.ts';

function drawnLines(
	lines: readonly string[],
	lineBreak = '\n',
	ignoresWhitespace = false,
): readonly string[] {
	const { source, hunk } = oneHunk(lines, lineBreak);
	return hunkLines(source, hunk, { ignoresWhitespace }).lines.map(drawn);
}

describe('The displayed lines of a hunk', () => {
	it('have the numbers of both files', () => {
		const { source, files } = parsed(
			text(
				'--- a',
				'+++ b',
				'@@ -7,3 +9,3 @@',
				' one',
				'-two',
				'+zwei',
				'\\ No newline at end of file',
				' x',
			),
		);
		const hunk = files[0]?.hunks[0];
		assert.ok(hunk);
		const { lines, displayedAt } = hunkLines(source, hunk);
		assert.deepEqual(
			lines.map(({ sign, old, new: current, text }) => [sign, old, current, text]),
			[
				[' ', 7, 9, 'one'],
				['-', 8, null, 'two'],
				['+', null, 10, 'zwei'],
				['\\', null, null, ' No newline at end of file'],
				[' ', 9, 11, 'x'],
			],
		);
		assert.deepEqual(displayedAt, [0, 1, 2, 3, 4]);
	});

	for (const lineBreak of ['\n', '\r\n']) {
		const name = JSON.stringify(lineBreak);
		it(`have no carriage returns if all lines of the file end in one (${name})`, () => {
			assert.deepEqual(drawnLines([' a\r', '-b\r', '+c\r'], lineBreak), [' a', '-b', '+c']);
		});

		it(`name carriage returns that only some lines of the file have (${name})`, () => {
			// The mail's own line breaks are recognized by the header of the hunk.
			assert.deepEqual(drawnLines([' a\r', '-b\r', '+b'], lineBreak), [' a<CR>', '-b<CR>', '+b']);
		});
	}

	const long = 'x'.repeat(10_000_000);
	const cases: readonly [what: string, lines: readonly string[], drawn: readonly string[]][] = [
		[
			'name invisible characters, also where they are all that differs',
			['-a = "\u202eb";', '+a = "b";'],
			['-a = "<U+202E>b";', '+a = "b";'],
		],
		['keep the joiners of emoji', [' 👩‍👩‍👧'], [' 👩‍👩‍👧']],
		[
			'show the beginning of a very long line',
			[`-${long}`, '+y'],
			[`-${long.slice(0, longestLine)} +${10_000_000 - longestLine}`, '+y'],
		],
		[
			'are not cut inside a character',
			[`+${'x'.repeat(longestLine - 1)}😀😀`],
			[`+${'x'.repeat(longestLine - 1)} +4`],
		],
	];
	for (const [what, lines, expected] of cases)
		it(what, () => assert.deepEqual(drawnLines(lines, '\n', true), expected));

	it('show the rest of a wrapped line with its sign', () => {
		const { source, files } = parsed(text('--- a', '+++ b', '@@ -1,2 +1,2 @@', '-a', '+b and', 'c', ' d'));
		const hunk = files[0]?.hunks[0];
		assert.ok(hunk);
		assert.deepEqual(hunkLines(source, hunk).lines.map(drawn), ['-a', '+b and', '+c', ' d']);
	});

	it('may be a part of the hunk', () => {
		const { source, hunk } = oneHunk([' a', '-set(b);', '+set(c);', ' d']);
		const { lines, displayedAt } = hunkLines(source, hunk, { from: 1, count: 2 });
		assert.deepEqual(lines.map(drawn), ['-set([b]);', '+set([c]);']);
		assert.deepEqual([lines[1]?.new, displayedAt], [2, [0, 1]]);
	});

	it('may be a few of very many', () => {
		const { source, hunk } = oneHunk(Array.from({ length: 300_000 }, () => '+a'));
		assert.equal(hunkLineCount(source, hunk.bodyStart, hunk.end), 300_000);
		const { lines } = hunkLines(source, hunk, { from: 299_998, count: 10 });
		// A difference of so many lines would take long to print.
		assert.equal(lines.length, 2);
		assert.equal(lines[0]?.new, 299_999);
	});

	it('have one line for each line of the hunk, whatever the mail is like', () => {
		const random = new Random(1);
		for (let left = 400; left > 0; left--) {
			for (const { source, files } of readMail(mutatedMail(random)).patches) {
				for (const file of files) {
					combinedHunks(source, file);
					for (const hunk of file.hunks) {
						const count = [...linesOf(source, hunk)].length;
						assert.equal(hunkLines(source, hunk).lines.length, count);
						assert.equal(hunkLineCount(source, hunk.bodyStart, hunk.end), count);
						const { lines, displayedAt } = hunkLines(source, hunk, { ignoresWhitespace: true });
						assert.deepEqual(
							[...new Set(displayedAt)].toSorted((a, b) => a - b),
							lines.map((_, at) => at),
						);
						assert.equal(displayedAt.length, count);
						assert.ok(hunkHeader(source, hunk.start, hunk.bodyStart).startsWith('@@ -'));
					}
				}
			}
		}
	});

	it('have marks inside the line that do not divide characters', () => {
		const piece = fc.constantFrom(
			'a',
			'foo',
			' ',
			'\t',
			'.',
			'(',
			'😀',
			'é',
			'e\u0301',
			'字',
			'👩‍👧',
			'\ud83d',
		);
		const line = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.constantFrom(' ', '+', '-'), line), { minLength: 1 }), (lines) => {
				const { source, hunk } = oneHunk(lines.map((parts) => parts.join('')));
				for (const { text, words } of hunkLines(source, hunk).lines) {
					for (const [index, at] of words.entries()) {
						assert.ok(at > (words[index - 1] ?? -1) && at <= text.length);
						const around = text.slice(at - 1, at + 1);
						assert.doesNotMatch(around, /^[\ud800-\udbff][\udc00-\udfff]|^.[\u0301\u200d]/);
					}
				}
			}),
		);
	});
});

describe('The header of a hunk', () => {
	it('is the line as written, with invisible characters by name', () => {
		const { source, files } = parsed(text('--- a', '+++ b', '@@ -1 +1 @@ int f(\u202e)', '-a', '+b'));
		const hunk = files[0]?.hunks[0];
		assert.ok(hunk);
		assert.equal(hunkHeader(source, hunk.start, hunk.bodyStart), '@@ -1 +1 @@ int f(‹U+202E›)');
	});
});

describe('A combined diff', () => {
	it('is shown as text below its headers', () => {
		const { source, files } = parsed(
			text('diff --cc f', 'index 1,2..3', '--- a/f', '+++ b/f', '@@@ -1 -1 +1,2 @@@ x', '  a', '++b'),
		);
		const [file] = files;
		assert.ok(file);
		assert.deepEqual(
			combinedHunks(source, file).map(({ header, lines }) => [header, ...lines.map(drawn)]),
			[['@@@ -1 -1 +1,2 @@@ x', '   a', ' ++b']],
		);
	});

	it('has no carriage returns, because all lines of the file may end in one', () => {
		const header = text('diff --cc f', 'index 1,2..3', '--- a/f', '+++ b/f', '@@@ -1 -1 +1,2 @@@');
		const lines = text('  a\r', '++b\r');
		const { source, files } = parsed((header + lines).replaceAll('\n', '\r\n'));
		const [shown] = files.flatMap((file) => combinedHunks(source, file));
		assert.deepEqual(shown?.lines.map(drawn), ['   a', ' ++b']);
	});

	it('is not shown as a whole if it is very long', () => {
		const lines = Array.from({ length: 5003 }, () => '++b');
		const { source, files } = parsed(
			text('diff --cc f', 'index 1,2..3', '--- a/f', '+++ b/f', `@@@ -0,0 -0,0 +1,5003 @@@`, ...lines),
		);
		const [shown] = files.flatMap((file) => combinedHunks(source, file));
		assert.equal(shown?.lines.length, 5001);
		assert.deepEqual(shown?.lines.slice(-1).map(drawn), ['\\ 3 more lines not shown']);
	});
});
