import assert from 'node:assert/strict';
import type { CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import { netContent } from '../../../../src/patches/page/parts/net-content.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import type { CommentPlace, TextPlace } from '../../../../src/patches/page/protocol/comment-protocol.ts';
import { linesAt, placeOfLines } from '../../../../src/review/page/comment-places.ts';
import { readingOf, sentMail } from '../../../kit/pages/readings.ts';

const diff = (path: string, ...hunks: readonly string[]) =>
	[`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks].join('\n');
const first = diff(
	'open.c',
	'@@ -1,3 +1,3 @@',
	' one',
	'-two',
	'+zwei',
	' three',
	'@@ -11,2 +11,3 @@',
	' eleven',
	'+new',
	' twelve',
);
const second = diff('open.c', '@@ -1,3 +1,3 @@', ' one', '-zwei', '+deux', ' three');

const mails = [
	sentMail({ id: 1, subject: '[PATCH 0/2] Words', text: 'All words.\n\nThey are better.\n' }),
	sentMail({
		id: 2,
		subject: '[PATCH 1/2] German',
		re: 1,
		text: `Change a word.\n\n---\n${first}\n-- \n2.50\n`,
	}),
	sentMail({
		id: 3,
		subject: '[PATCH 2/2] French',
		re: 1,
		text: `And again.\n\n---\n open.c | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n${second}\n-- \n2.50\n`,
	}),
	sentMail({ id: 4, subject: 'Re: [PATCH 1/2] German', re: 2, text: '> +zwei\n\nIs this right?\n' }),
];
const reading = readingOf(mails);
const content = seriesContent(reading);
const separate = { content, net: undefined, mails: reading.mails };
const combined = { ...separate, net: netContent(content) };

const line = (oldLine: number | null, newLine: number | null) => ({ oldLine, newLine });
const linesIn = (file: string, from: ReturnType<typeof line>, to = from): CommentPlace => ({
	...{ kind: 'lines', file, first: from, last: to },
});
const inDiff = (hunk: number, from: number, to = from): CommentedLines => ({
	...{ kind: 'diff', patch: 0, file: 0, hunk, first: from, last: to },
});

describe('A place of the page', () => {
	it('of a patch that was sent again is in the later mail, at the file if its lines have changed', () => {
		const again = sentMail({
			id: 5,
			subject: '[PATCH 1/2] German',
			re: 1,
			text: `Change a word.\n\n---\n${first.replace('-two', ' zero\n-two').replace('-1,3 +1,3', '-1,4 +1,4').replace('+new', '+newer')}\n-- \n2.50\n`,
		});
		const resent = readingOf([...mails, again]);
		assert.deepEqual(
			resent.version?.replaced.map(({ id }) => id),
			[2],
		);
		const shown = { content: seriesContent(resent), net: undefined, mails: resent.mails };
		const table: readonly (readonly [CommentedLines, CommentPlace])[] = [
			[inDiff(0, 2), linesIn('5.0.0', line(null, 3))],
			[inDiff(1, 1), { kind: 'file', file: '5.0.0' }],
			[
				{ kind: 'file', patch: 0, file: 0 },
				{ kind: 'file', file: '5.0.0' },
			],
		];
		for (const [lines, place] of table) assert.deepEqual(placeOfLines(2, lines, shown), place);
		const message: CommentedLines = { kind: 'text', text: 'message', patch: 0, first: 0, last: 0 };
		const place = placeOfLines(2, message, shown);
		assert.deepEqual(place?.kind === 'text' && [place.mail, place.text], [5, 'message']);
		assert.deepEqual(placeOfLines(2, { kind: 'whole' }, shown), { kind: 'mail', mail: 5 });
	});

	it('of a patch that was sent again is in the patch with its title if the series has no numbers', () => {
		const sent = (id: number, title: string, text = `Words.\n\n---\n${second}\n-- \n2.50\n`) =>
			sentMail({ id, subject: `[PATCH] ${title}`, day: 1, text, ...(id > 1 ? { re: 1 } : {}) });
		const cover = sent(1, 'Words', 'All.\n\nBob (2):\n  Danish\n  French\n\n open.c | 2 +-\n');
		const resent = readingOf([cover, sent(2, 'Danish'), sent(3, 'French'), sent(4, 'French')]);
		const shown = { content: seriesContent(resent), net: undefined, mails: resent.mails };
		assert.deepEqual(placeOfLines(3, inDiff(0, 2), shown), linesIn('4.0.0', line(null, 2)));
	});

	it('begins with the hunk if its first line is in another one', () => {
		const place = linesIn('2.0.0', line(1, 1), line(null, 12));
		assert.deepEqual(linesAt(place, separate).lines, inDiff(1, 0, 1));
	});

	it('is the added line if white space is ignored, so that a removed one is shown with it', () => {
		assert.deepEqual(linesAt(linesIn('2.0.0', line(2, 2)), separate).lines, inDiff(0, 2));
	});

	it('is lines of a text, or all of it', () => {
		const inText = (mail: number, text: TextPlace['text'], at: number, quoted: string, patch = '2.0') => ({
			...({ kind: 'text', mail, text, patch } as const),
			...{ first: at, last: at, quoted },
		});
		const at = (line: number) => ({ first: line, last: line });
		const table: readonly (readonly [CommentPlace, CommentedLines])[] = [
			[inText(1, 'mail', 2, 'They are better.', ''), { kind: 'mail', ...at(2) }],
			[inText(4, 'mail', 2, 'Is this right?', ''), { kind: 'mail', ...at(2) }],
			[{ kind: 'mail', mail: 1 }, { kind: 'whole' }],
			[{ kind: 'mail', mail: 4 }, { kind: 'whole' }],
			[inText(2, 'message', 0, 'Change a word.'), { kind: 'text', text: 'message', patch: 0, ...at(0) }],
			[inText(3, 'diffstat', 0, 'open.c', '3.0'), { kind: 'text', text: 'diffstat', patch: 0, ...at(0) }],
			[inText(3, 'diffstat', 1, '', '3.0'), { kind: 'text', text: 'diffstat', patch: 0, ...at(1) }],
		];
		for (const [place, lines] of table) {
			if (!('mail' in place)) assert.fail();
			assert.deepEqual(linesAt(place, separate), { mail: place.mail, lines });
			assert.deepEqual(placeOfLines(place.mail, lines, separate), place);
		}
		for (const place of [
			inText(1, 'mail', 9, '', ''),
			inText(2, 'message', 9, ''),
			inText(2, 'notes', -1, ''),
			inText(2, 'diffstat', 2, ''),
			inText(1, 'message', 0, ''),
		])
			assert.throws(() => linesAt(place, separate), /No mail has this line/);
	});

	it('is a file or the mail in place of a row of a diffstat that the mail does not have', () => {
		const at = (row: number): CommentPlace => ({
			...{ kind: 'text', mail: 2, text: 'diffstat', patch: '2.0' },
			...{ first: row, last: row, quoted: '' },
		});
		assert.deepEqual(linesAt(at(0), separate).lines, { kind: 'file', patch: 0, file: 0 });
		assert.deepEqual(linesAt(at(1), separate).lines, { kind: 'whole' });
	});

	it('in what all patches change together is a line of the patch that changes it', () => {
		const file = combined.net.files[0]?.content.key ?? '';
		const added = linesIn(file, line(null, 2));
		assert.deepEqual(linesAt(added, combined), { mail: 3, lines: inDiff(0, 2) });
		assert.deepEqual(placeOfLines(3, inDiff(0, 2), combined), added);
		const removed = linesIn(file, line(2, null));
		assert.deepEqual(linesAt(removed, combined), { mail: 2, lines: inDiff(0, 1) });
		assert.deepEqual(placeOfLines(2, inDiff(0, 1), combined), removed);
		const inBoth = placeOfLines(2, inDiff(0, 2), combined);
		assert.deepEqual(inBoth, { kind: 'file', file }, 'the line that the second patch removes');
		assert.deepEqual(placeOfLines(2, { kind: 'file', patch: 0, file: 0 }, combined), { kind: 'file', file });
	});

	it('that no mail has is refused', () => {
		assert.throws(() => linesAt(linesIn('2.0.0', line(99, 99)), separate), /No mail has this line/);
		assert.throws(() => linesAt(linesIn('9.0.0', line(1, 1)), separate), /No mail has these lines/);
		assert.throws(() => linesAt({ kind: 'mail', mail: 9 }, separate), /isn't loaded/);
		assert.equal(placeOfLines(9, { kind: 'whole' }, separate), undefined);
		assert.equal(placeOfLines(2, { kind: 'file', patch: 1, file: 0 }, separate), undefined);
		assert.equal(placeOfLines(2, inDiff(5, 0), separate), undefined);
	});
});
