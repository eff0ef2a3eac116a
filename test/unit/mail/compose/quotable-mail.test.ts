import assert from 'node:assert/strict';
import { filePassage, linesWithin } from '../../../../src/mail/compose/passages.ts';
import { PlacementCheck } from '../../../../src/mail/compose/placement-check.ts';
import { QuotableMail } from '../../../../src/mail/compose/quotable-mail.ts';
import { contextCount, linesToQuote } from '../../../../src/mail/compose/quote-context.ts';
import { QuoteWriter } from '../../../../src/mail/compose/quote-writer.ts';
import { trailerLine } from '../../../../src/mail/compose/review-trailer.ts';
import { text } from '../../../kit/mails/diff-text.ts';
import { comment, mailWith } from './reviews.ts';

const lines = Array.from({ length: 200 }, (_, nth) => `+line ${nth}`);
const header = ['diff --git a/x b/x', 'index 1111111..2222222 100644', '--- a/x', '+++ b/x'];
const answered = mailWith(['Text.', '---', ...header, '@@ -1,0 +1,200 @@', ...lines, '']);
const quotable = new QuotableMail(answered);
const found = quotable.linesOf(comment.diff(0, 150, '').lines) ?? assert.fail();

describe('The lines to quote', () => {
	it('are without those that say nothing to a reader', () => {
		assert.deepEqual(found.passage.lines.slice(0, 4), [
			...['diff --git a/x b/x', '--- a/x', '+++ b/x'],
			'@@ -1,0 +1,200 @@',
		]);
		assert.equal(found.passage.lines[found.last], '+line 150');
	});

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

	it('are none if the mail does not have them', () => {
		const { passage } = found;
		for (const [first, last] of [
			[-1, 1],
			[2, 1],
			[0, 999],
			[0.5, 1],
		] as const)
			assert.equal(linesWithin(passage, first, last), undefined);
		assert.equal(quotable.linesOf(comment.diff(-1, 0, '').lines), undefined);
	});
});

describe('A quote', () => {
	it('has each line once, and a mark where lines are left out', () => {
		const writer = new QuoteWriter();
		const { passage } = found;
		writer.quote(passage, [{ start: 3, end: 5 }]);
		writer.quote(passage, [{ start: 3, end: 6 }]);
		writer.write('Text.');
		writer.quote(passage, [{ start: 8, end: 9 }]);
		writer.quote(passage, [{ start: 12, end: 13 }]);
		assert.equal(
			writer.text,
			text(
				...['> [...]', '> @@ -1,0 +1,200 @@', '> +line 0', '> +line 1', '', 'Text.', ''],
				...['> +line 2', '> +line 3', '> +line 4', '> [...]', '> +line 8'],
			),
		);
	});
});

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

describe('A comment that is read again', () => {
	it('is misplaced if it is below other lines', () => {
		const check = new PlacementCheck(answered);
		const misplaced = (quote: string) => {
			const reply = `> @@ -1,0 +1,200 @@\n> +line 149\n> ${quote}\n\nWhy?\n`;
			const start = reply.indexOf('Why?');
			const written = { start, end: start + 5, lines: comment.diff(0, 150, '').lines, quoted: found };
			return check.misplaced(reply, [written], true).length === 1;
		};
		assert.equal(misplaced('+line 150'), false);
		assert.equal(misplaced('+line 151'), true);
	});
});

describe('A trailer', () => {
	it('is one line that has a name as it is', () => {
		const line = (name: string) =>
			trailerLine({ key: 'Tested-by', person: { name, email: 'a@example.org' } });
		assert.equal(line('Zoë "Z" O\'Neil'), 'Tested-by: Zoë "Z" O\'Neil <a@example.org>');
		assert.equal(line('<b@x>\nAcked-by: c'), 'Tested-by: b@x Acked-by: c <a@example.org>');
		assert.equal(line(''), 'Tested-by: <a@example.org>');
	});
});
