import assert from 'node:assert/strict';
import { filePassage } from '../../../../src/mail/compose/passages.ts';
import { QuotableMail } from '../../../../src/mail/compose/quotable-mail.ts';
import { contextCount, linesToQuote } from '../../../../src/mail/compose/quote-context.ts';
import { QuoteWriter } from '../../../../src/mail/compose/quote-writer.ts';
import { text } from '../../../kit/mails/diff-text.ts';
import { comment, mailWith } from './reviews.ts';

const lines = Array.from({ length: 200 }, (_, nth) => `+line ${nth}`);
const header = ['diff --git a/x b/x', 'index 1111111..2222222 100644', '--- a/x', '+++ b/x'];
const answered = mailWith(['Text.', '---', ...header, '@@ -1,0 +1,200 @@', ...lines, '']);
const quotable = new QuotableMail(answered);
const found = quotable.linesOf(comment.diff(0, 150, '').lines) ?? assert.fail();

describe('The lines to quote', () => {
	it('are few first, then more and more, and last those alone', () => {
		const counts = Array.from({ length: contextCount }, (_, context) =>
			linesToQuote(found, context).reduce((sum, { start, end }) => sum + end - start, 0),
		);
		assert.deepEqual(counts, [9, 17, 41, 113, 155, 159, 5]);
	});

	it('are of binary data only the first ones', () => {
		const source = text(...header, 'GIT binary patch', 'literal 5', ...Array(99).fill('HcmV?d00001'));
		const [file] = answered.patches[0]?.files ?? [];
		assert.ok(file);
		assert.equal(
			filePassage([0], source, { ...file, start: 0, end: source.length, hunks: [] }).lines.length,
			10,
		);
	});
});

describe('A quote', () => {});

describe('A quote of several files', () => {
	const file = (nth: number) => ({
		order: [0, 3, nth],
		lines: ['a', 'b'],
		parts: [{ start: 0, bodyStart: 1 }],
	});
	const quoted = (...quotes: readonly (readonly [file: number, end: number])[]) => {
		const writer = new QuoteWriter();
		for (const [nth, end] of quotes) writer.quote(file(nth), [{ start: 0, end }]);
		return writer.text.replaceAll('\n', ' ');
	};

	it('has a mark between them unless all lines are quoted', () => {
		assert.equal(quoted([0, 2], [1, 1]), '> [...] > a > b > a ');
		assert.equal(quoted([0, 1], [1, 1]), '> [...] > a > [...] > a ');
		assert.equal(quoted([0, 2], [2, 1]), '> [...] > a > b > [...] > a ');
	});
});
