import assert from 'node:assert/strict';
import { hunkLines } from '../../../../src/mail/hunk-display/hunk-lines.ts';
import { withoutWhitespaceChanges } from '../../../../src/mail/hunk-display/whitespace.ts';
import { drawn, oneHunk } from './one-hunk.ts';

function joined(lines: readonly string[]) {
	const { source, hunk } = oneHunk(lines);
	return withoutWhitespaceChanges(hunkLines(source, hunk).lines.map((line) => ({ ...line, words: [] })));
}

describe('Changes in white space alone', () => {
	it('are unchanged lines with both numbers', () => {
		const { lines, displayedAt } = joined([' a', '-b;', '-c;', '+if (x)', '+\tb;', '+d;', ' e']);
		assert.deepEqual(lines.map(drawn), [' a', '+if (x)', ' \tb;', '-c;', '+d;', ' e']);
		assert.deepEqual([lines[2]?.old, lines[2]?.new], [2, 3]);
		assert.deepEqual(displayedAt, [0, 2, 3, 1, 2, 4, 5]);
	});

	it('may be carriage returns', () => {
		assert.deepEqual(joined(['-a\r', '+a', ' b']).lines.map(drawn), [' a', ' b']);
	});

	it('are not those of invisible characters', () => {
		assert.deepEqual(joined(['-a\u200bb', '+a b']).lines.map(drawn), ['-a<U+200B>b', '+a b']);
	});

	it('are not found in lines that are shown in part', () => {
		const long = 'x'.repeat(3000);
		assert.equal(joined([`-${long}a`, `+${long}b`]).lines.length, 2);
	});

	it('keep the notes of each side', () => {
		const note = '\\ No newline at end of file';
		assert.deepEqual(joined(['-a ', note, '+a', note]).lines.map(drawn), [
			' a',
			'\\ No newline at end of file',
			'\\ No newline at end of file',
		]);
	});
});
