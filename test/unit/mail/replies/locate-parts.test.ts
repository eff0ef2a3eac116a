import assert from 'node:assert/strict';
import { locateParts } from '../../../../src/mail/replies/locate-parts.ts';
import { QuoteIndex } from '../../../../src/mail/replies/quote-index.ts';
import { replyParts } from '../../../../src/mail/replies/reply-parts.ts';

const cover = ['One.', '> two', '>> > three', 'Four.'].join('\n');
const located = (text: string) =>
	locateParts(new QuoteIndex([], cover), text, replyParts(text), 1, {
		find: () => [],
		hasLine: () => false,
	}).map(({ start, end, lines, isBelowQuotes }) => [
		text.slice(start, end).trim(),
		lines?.last,
		isBelowQuotes,
	]);

describe('The parts of a reply', () => {
	it('are about the lines that are quoted above them', () => {
		assert.deepEqual(located('Hello.\n\n> One.\n\nWhy?\n\n> other\n> words\n> here\n\nNo.\n'), [
			['Hello.', undefined, false],
			['Why?', 0, true],
			['No.', undefined, true],
		]);
	});

	it('are about lines that were quotes themselves', () => {
		assert.deepEqual(located('>> two\n\nYes.\n\n>>>> three\n\nNo.\n'), [
			['Yes.', 1, true],
			['No.', 2, true],
		]);
	});

	it('are without trailers', () => {
		assert.deepEqual(located('> One.\n\nAcked-by: Ana <ana@example.org>\n'), []);
	});
});
