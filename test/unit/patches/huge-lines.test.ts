import assert from 'node:assert/strict';
import { trailersInText } from '../../../src/mail/text/mail-trailers.ts';
import { fileDiff, hunkRows } from '../../../src/patches/page/parts/file-diff.ts';
import { mailText } from '../../../src/patches/page/parts/mail-parts.ts';
import { patchPart } from '../../../src/patches/page/parts/patch-parts.ts';
import { seriesContent } from '../../../src/patches/page/parts/series-content.ts';
import { bracketsOf } from '../../../src/patches/page/people/display-title.ts';
import { patchText, readingOf, sentMail } from '../../kit/pages/readings.ts';
import { replyOptions } from '../../kit/pages/reply-options.ts';

const length = 10_000_000;
const links = { instances: [], tracker: undefined, people: new Map<string, string>() };
const many = (text: string) => text.repeat(length / text.length);
/** Texts with which a regular expression can exhaust the stack. */
const texts: Readonly<Record<string, string>> = {
	'quotation marks': `${many('>')}\nWhy?`,
	'quotation marks with spaces': `${many('> ')}\nWhy?`,
	'a trailer': `Signed${many('-off')}-by: Bob`,
	'lines that look signed': `-----BEGIN PGP SIGNED MESSAGE-----\n${many('A: b\n')}\n- --- a/x\n`,
	'a line of a patch': patchText('x.c', ['old'], [many('new ')]),
};

describe('A mail of 10 MB', () => {
	for (const [what, text] of Object.entries(texts))
		it(`is read if nearly all of it is ${what}`, () => {
			const patch = sentMail({ id: 1, subject: '[PATCH editor] Open files', text: patchText('open.c') });
			const reading = readingOf([
				patch,
				sentMail({ id: 2, subject: 'Re: [PATCH editor] Open files', re: 1, text }),
			]);
			const [, reply] = [...reading.mails.values()];
			assert.ok(reply);
			assert.equal(seriesContent(reading).patches.length, 1);
			assert.ok(mailText(reply, links, new Set()).blocks.length > 0);
			trailersInText(text);
		});

	/** The first file of a patch that adds such lines, and what the page says of the patch. */
	function addedLines(lines: readonly string[]) {
		const text = patchText('share/words.txt', [], lines);
		const reading = readingOf([sentMail({ id: 1, subject: '[PATCH] Add words', text })]);
		const content = seriesContent(reading);
		const [patch = assert.fail()] = content.patches;
		const [file = assert.fail()] = patch.files;
		const options = { ignoresWhitespace: false, draftCounts: new Map(), links, now: 0, zone: 'UTC' };
		const { warnings } = patchPart(patch, {
			...{
				...options,
				replies: replyOptions(),
				content,
				people: links.people,
				isReading: false,
				viewedStateOf: () => 'new' as const,
			},
		});
		return {
			warnings,
			diff: fileDiff(file, { ...options, paths: new Set(), mails: reading.mails, isUnseen: () => false }),
			lines: hunkRows(file, 0, 0, false),
		};
	}

	it('has the beginning of two million lines, only if the page asks for them, and says so', () => {
		const { warnings, diff, lines } = addedLines(new Array<string>(2_000_000).fill('ab'));
		assert.deepEqual(warnings, ['Part of the diff could not be read. Use Show Original to see all of it.']);
		assert.deepEqual(
			diff.hunks.map((hunk) => hunk.lines),
			[null],
		);
		assert.ok(lines.length > 1000 && lines.length < 10_000, `${lines.length} lines`);
		assert.equal(lines[1]?.text, 'ab');
	});

	it('has the beginning of a line of 10 MB, and says how much is left out', () => {
		const { diff } = addedLines(['word'.repeat(2_500_000)]);
		const [, line = assert.fail()] = diff.hunks[0]?.lines ?? [];
		assert.ok(line.text.startsWith('wordword') && line.text.length < 100_000);
		assert.ok(line.more > 1_000_000, `${line.more}`);
	});

	it('has a subject of many brackets', () =>
		assert.match(bracketsOf(many('[PATCH]')), /^\[PATCH\]\[PATCH\].*…$/));
});
