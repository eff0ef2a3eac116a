import assert from 'node:assert/strict';
import { composeReview } from '../../../../src/mail/compose/review-mail.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import type { CommentPlace } from '../../../../src/patches/page/protocol/comment-protocol.ts';
import { linesAt, placeOfLines } from '../../../../src/review/page/comment-places.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';

/** The lines of the reply to a patch that has a comment at a place, and the comments that readers would not find. */
function reply(text: string, place: CommentPlace) {
	const mail = sentMail({ id: 1, subject: '[PATCH] Odd lines', text });
	const reading = readingOf([mail]);
	const shown = { content: seriesContent(reading), net: undefined, mails: reading.mails };
	const { lines } = linesAt(place, shown);
	assert.deepEqual(placeOfLines(1, lines, shown), place, 'it stands where it was written');
	const review = { comments: [{ lines, text: 'Why?' }], text: '', trailers: [] };
	const { reply, unplaced } = composeReview(mail, review, 'list@example.org');
	return { lines: reply.body.split('\n'), unplaced };
}

/** An added line, below the first line of the file. */
function atAdded(index: number): CommentPlace {
	const line = { oldLine: null, newLine: 2 + index };
	return { kind: 'lines', file: '1.0.0', first: line, last: line };
}

const quotedAbove = (lines: readonly string[]) => lines[lines.indexOf('Why?') - 2];

describe('A comment quotes exactly its line', () => {
	it('deep in a hunk of 3,000 lines', () => {
		const added = Array.from({ length: 3000 }, (_, nth) => `line ${nth}`);
		for (const index of [0, 1999, 2000, 2500, 2999]) {
			const { lines, unplaced } = reply(patchText('long.c', [], added), atAdded(index));
			assert.equal(quotedAbove(lines), `> +line ${index}`);
			assert.deepEqual(unplaced, []);
			assert.ok(lines.length < 30, 'and little more');
		}
	});

	it('if it has right-to-left text, wide or combined characters, or characters that reorder it', () => {
		const added = [
			'int a; // שלום עולם (a + b) 123',
			'/* مرحبا */ return "ا";',
			'\tconst char *名前 = "ａｂｃ漢字";　// 全角',
			'const e = "e\u0301", family = "👩‍👩‍👧";',
			'if (level != "user\u202e \u2066// only for admins\u2069 \u2066")',
		];
		for (const [index, line] of added.entries()) {
			const { lines, unplaced } = reply(patchText('odd.c', ['old'], added), atAdded(index));
			assert.equal(quotedAbove(lines), `> +${line}`);
			assert.deepEqual(unplaced, []);
		}
	});
});
