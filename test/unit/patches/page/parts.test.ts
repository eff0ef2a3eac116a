import assert from 'node:assert/strict';
import { discussionParts } from '../../../../src/patches/page/parts/discussion-parts.ts';
import { fileDiff, hunkRows } from '../../../../src/patches/page/parts/file-diff.ts';
import { filePart } from '../../../../src/patches/page/parts/file-parts.ts';
import { participantsOf, summaryPieces } from '../../../../src/patches/page/parts/head-parts.ts';
import {
	blocksOf,
	mailText,
	mailTime,
	structureOfMail,
} from '../../../../src/patches/page/parts/mail-parts.ts';
import { patchPart } from '../../../../src/patches/page/parts/patch-parts.ts';
import { type ContentFile, seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import { missingReviews, trailerParts } from '../../../../src/patches/page/parts/trailer-parts.ts';
import { bracketsOf, displayTitle } from '../../../../src/patches/page/people/display-title.ts';
import { seriesTabTitle } from '../../../../src/patches/page/tab-title.ts';
import { textOf } from '../../../../src/platform/page/snapshot-parts.ts';
import { blockText } from '../../../kit/mails/block-text.ts';
import { aSeries, at, links, mails } from '../../../kit/pages/a-series.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';
import { replyOptions } from '../../../kit/pages/reply-options.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const [cover, first] = mails;

/** The first file of a patch with this text. */
function fileOf(text: string) {
	const reading = readingOf([sentMail({ id: 1, subject: '[PATCH] Read ahead', text })]);
	const [file] = seriesContent(reading).files.values();
	assert.ok(file);
	return {
		file,
		options: { ignoresWhitespace: false, ...replyOptions(reading.mails) },
	};
}

describe('The discussion on the page', () => {
	it('says what each mail is about, and where it is shown', () => {
		const isUnseen = ({ id }: { readonly id: number }) => id === 4;
		const [letter, reply, answer] = discussionParts(aSeries().content, isUnseen, at.now, at.zone);
		assert.deepEqual([letter?.role, reply?.role, answer?.role], ['cover letter', 'on 1/2', '']);
		assert.deepEqual([reply?.subject, answer?.subject], ['', 'Something else']);
		assert.deepEqual(
			reply?.places.map(({ text }) => text),
			['open.c:2'],
		);
		assert.deepEqual([reply?.isUnseen, answer?.isUnseen], [true, false]);
		assert.deepEqual([reply?.trailers, reply?.warning], [['Reviewed-by'], 'sent from another address']);
	});
});

describe('The head of the page', () => {
	const patch = (id: number, subject: string, re?: number, path = 'open.c') =>
		sentMail({ id, subject, ...(re !== undefined && { re }), text: patchText(path) });

	it('counts a file once, even if several patches change it', () => {
		const reading = readingOf([
			patch(1, '[PATCH 1/3] One'),
			patch(2, '[PATCH 2/3] Two', 1),
			patch(3, '[PATCH 3/3] Three', 1, 'name.c'),
		]);
		assert.deepEqual(summaryPieces(reading, seriesContent(reading), []), ['3 patches, 2 files · +3 −3']);
	});
});

describe('The diff of a file', () => {
	it('has the replies below the lines that they quote', () => {
		const { reading, content } = aSeries();
		const [file] = content.files.values();
		assert.ok(file);
		const isUnseen = ({ id }: { readonly id: number }) => id === 5;
		const options = { ignoresWhitespace: false, ...replyOptions(reading.mails), isUnseen };
		const diff = fileDiff(file, options);
		assert.deepEqual(
			diff.hunks.map(({ lines }) => lines?.map(({ sign, text }) => sign + text)),
			[[' {', '-old', '+new', ' }']],
		);
		assert.deepEqual(
			diff.threads.map(({ hunk, first, last, replies }) => [
				hunk,
				first,
				last,
				replies.map(({ mail }) => mail),
			]),
			[[0, 1, 2, [4, 5]]],
		);
		assert.deepEqual(
			diff.threads.flatMap(({ replies }) => replies.map(({ subject }) => subject)),
			['Re: [PATCH editor 1/2]', 'Something else'],
		);
	});

	it('leaves out the lines of very long hunks, which are requested later', () => {
		const added = Array.from({ length: 2500 }, (_, index) => `line ${index}`);
		const { file, options } = fileOf(patchText('open.c', [], added));
		const [hunk] = fileDiff(file, options).hunks;
		assert.deepEqual([hunk?.lines, hunk?.lineCount], [null, 2502]);
		assert.equal(hunkRows(file, 0, 0, false).length, 2000);
		assert.equal(hunkRows(file, 0, 2000, false).at(-1)?.text, '}');
		assert.deepEqual(hunkRows(file, 7, 0, false), []);
	});

	it('says how many hunks it leaves out', () => {
		const text = patchText('open.c').replace('-- \n', '@@ -9 +9 @@\n-a\n+b\n'.repeat(2000));
		const { file, options } = fileOf(text);
		const { hunks } = fileDiff(file, options);
		assert.deepEqual(
			[hunks.length, hunks.at(-1)?.lines?.map(({ sign, text }) => sign + text)],
			[2001, ['\\ 1 more change not shown']],
		);
		assert.equal(fileDiff(fileOf(patchText('open.c')).file, options).hunks.length, 1);
	});

	it('has no replies to lines of hunks that it leaves out', () => {
		const { file, options } = fileOf(
			patchText('open.c').replace('-- \n', '@@ -9 +9 @@\n-a\n+b\n'.repeat(2000)),
		);
		const thread = (hunk: number) => ({ patch: 0, file: 0, hunk, first: 0, last: 0, parts: [] });
		const { threads } = fileDiff({ ...file, threads: [thread(1), thread(2000)] }, options);
		assert.deepEqual(
			threads.map(({ hunk }) => hunk),
			[1],
		);
	});
});

describe('The head of a file', () => {
	const options = {
		viewedStateOf: () => 'new' as const,
		ignoresWhitespace: false,
		draftCounts: new Map(),
		replies: replyOptions(),
	};

	it('says where the file is, and what happens to it', () => {
		const { content } = aSeries();
		const [file] = content.files.values();
		assert.ok(file);
		const part = filePart(file, {
			...options,
			viewedStateOf: ({ digest }) => (digest === file.digest ? 'viewed' : 'new'),
		});
		assert.deepEqual(
			[part.folder, part.name, part.additions, part.deletions, part.replyCount, part.isViewed],
			['src/', 'open.c', 1, 1, 2, true],
		);
	});

	it('says if the file has changed since the user has viewed it', () => {
		const { file } = fileOf(patchText('open.c'));
		const { marks, isViewed } = filePart(file, { ...options, viewedStateOf: () => 'changed' as const });
		assert.deepEqual([marks, isViewed], [[{ text: 'changed since you viewed it', isWarning: false }], false]);
	});

	it('has another version if the diff is shown differently', () => {
		const { file } = fileOf(patchText('open.c'));
		assert.notEqual(
			filePart(file, options).version,
			filePart(file, { ...options, ignoresWhitespace: true }).version,
		);
	});

	it('has another version if links in replies lead elsewhere', () => {
		const found = { ...replyOptions().links, tracker: { owner: '~bob', tracker: 'other' } };
		const isSame = (file: ContentFile) =>
			filePart(file, options).version ===
			filePart(file, { ...options, replies: { ...replyOptions(), links: found } }).version;
		const [replied] = aSeries().content.files.values();
		assert.ok(replied);
		assert.equal(isSame(replied), false);
		assert.equal(isSame(fileOf(patchText('open.c')).file), true);
	});

	it('has the replies to a file without lines, and not those to lines', () => {
		const text = 'diff --git a/run b/run\nold mode 100644\nnew mode 100755\n';
		const reading = readingOf([
			sentMail({
				id: 1,
				subject: '[PATCH] Run it',
				text: patchText('open.c').replace('diff --git', `${text}diff --git`),
			}),
			sentMail({
				id: 2,
				re: 1,
				subject: 'Re: [PATCH] Run it',
				text: '> diff --git a/run b/run\n\nWhy?\n\n> -old\n\nHow?\n',
			}),
		]);
		const { files, quotedLines } = seriesContent(reading);
		const parts = [...files.values()].map((file) =>
			filePart(file, { ...options, replies: replyOptions(reading.mails) }),
		);
		assert.deepEqual(
			parts.map(({ name, replies, replyCount }) => [
				name,
				replies.map(({ blocks }) => blocks.length),
				replyCount,
			]),
			[
				['run', [1], 1],
				['open.c', [], 1],
			],
		);
		assert.deepEqual(
			quotedLines.get(2)?.map((one) => one.text),
			['run', 'open.c:2'],
		);
	});

	it('says why there is no diff', () => {
		const diff = (...lines: readonly string[]) =>
			fileOf(`---\n${['diff --git a/a b/a', ...lines].join('\n')}\n`).file;
		const reason = (...lines: readonly string[]) => filePart(diff(...lines), options).withoutDiff;
		assert.equal(reason('old mode 100644', 'new mode 100755'), 'File mode changed');
		assert.equal(reason('new file mode 100644', 'index 0000000..e69de29'), 'Empty file');
		assert.equal(reason('index 1111111..2222222 100644', 'Binary files a/a and b/a differ'), 'Binary file');
	});
});

describe('The head of the page', () => {
	it('shows titles on one line, and the brackets of a subject', () => {
		assert.equal(displayTitle(' two\n lines\u202e'), 'two lines‹U+202E›');
		assert.equal(displayTitle(''), '(no subject)');
		assert.equal(bracketsOf(' [editor] [PATCH v2 1/3] Title [x]'), '[editor] [PATCH v2 1/3]');
		assert.equal(bracketsOf('Re: [PATCH] Title'), '');
	});

	it('names everyone who has answered, without the submitter', () => {
		assert.deepEqual(
			participantsOf(aSeries().content).map(({ name }) => name),
			['Ana'],
		);
		const question = sentMail({ id: 1, subject: 'A question' });
		const answer = sentMail({ id: 2, subject: 'Re: A question', re: 1, from: 'Ana <ana@example.org>' });
		assert.deepEqual(
			participantsOf(seriesContent(readingOf([question, answer]))).map(({ name }) => name),
			['Ana'],
		);
	});

	it('names the tab after the series, or after the number as long as nothing is known', () => {
		assert.equal(seriesTabTitle({ ...list, patchset: 7 }, undefined), '~ana/editor-devel#7');
		assert.equal(seriesTabTitle({ ...list, patchset: 7 }, aSeries().reading), 'Open files faster');
		const v2 = sentMail({ id: 2, subject: '[PATCH v2] Read ahead', text: patchText('open.c') });
		assert.equal(seriesTabTitle({ ...list, mail: 2 }, readingOf([v2])), 'v2 Read ahead');
		const thread = readingOf([sentMail({ id: 1, subject: 'A question' })]);
		assert.equal(seriesTabTitle({ ...list, mail: 1 }, thread), 'A question');
	});
});

const noFiles = new Set<string>();
const mailOf = (text: string) => sentMail({ id: 1, subject: 'Hi', text });

describe('The text of a mail', () => {
	it('is divided into blocks with links', () => {
		assert.ok(cover && first);
		assert.deepEqual(
			mailText(cover, links, noFiles).blocks.map((block) => [
				block.kind,
				blockText(block),
				'pieces' in block && block.pieces.length,
			]),
			[['text', 'See https://example.org/a.', 3]],
		);
		assert.deepEqual(
			mailText(first, links, noFiles).blocks.map(({ kind }) => kind),
			['text', 'diff'],
		);
		assert.deepEqual(
			blocksOf(mailOf('> a\n\nb'), links, noFiles).map(({ kind }) => kind),
			['quote', 'text'],
		);
	});

	it('is read once, however many of its parts are shown', () => {
		const mail = mailOf('> a\n\nb');
		assert.equal(structureOfMail(mail), structureOfMail(mail));
	});

	it('has the signature of a person, but not the version of git', () => {
		const last = (text: string) => blocksOf(mailOf(text), links, noFiles).map(blockText);
		for (const version of ['2.45.2', '2.39.3 (Apple Git-146)', '2.52.0.windows.1', '2.53.0-rc1'])
			assert.deepEqual(last(`Text.\n\n-- \n${version}\n`), ['Text.'], version);
		for (const signature of ['-- \nAna', '-- \n2.45.2\nAna', '-- \n12'])
			assert.deepEqual(last(`Text.\n\n${signature}\n`), ['Text.', signature]);
	});

	it('says that it has too many lines', () => {
		const last = (text: string) => blockText(mailText(mailOf(text), links, noFiles).blocks.at(-1));
		assert.match(last('\n'.repeat(400_001)), /^This mail has too many lines/);
		assert.equal(last('Text.'), 'Text.');
	});

	it('is dated by its sender, or else by its arrival', () => {
		assert.ok(cover);
		const undated = { ...cover, mail: { ...cover.mail, date: undefined } };
		assert.equal(mailTime(cover, at.now, at.zone).tip, '1 Nov 2026, 12:00');
		assert.equal(mailTime({ ...undated, arrived: at.now }, at.now, at.zone).text, 'just now');
	});
});

describe('A patch on the page', () => {
	const part = (text: string, subject = '[PATCH] Read ahead') => {
		const content = seriesContent(readingOf([sentMail({ id: 1, subject, text })]));
		const [patch] = content.patches;
		assert.ok(patch);
		return patchPart(patch, {
			content,
			people: links.people,
			isReading: false,
			viewedStateOf: () => 'new' as const,
			ignoresWhitespace: false,
			draftCounts: new Map(),
			replies: replyOptions(),
		});
	};

	it('has its message, what is written below it, and what it changes', () => {
		const text = patchText('open.c').replace('---\n', '---\nv2: shorter\n');
		const { message, notes, summary, author, warnings } = part(text);
		assert.equal(textOf(message), 'Change open.c.\n\nSigned-off-by: Bob <bob@example.org>');
		assert.equal(textOf(notes), 'v2: shorter');
		assert.deepEqual([summary, author, warnings], ['1 file, 1 line added, 1 removed', null, []]);
	});

	it('names the author if another person has sent it', () => {
		const { author } = part(`From: Carol <carol@example.org>\n\n${patchText('open.c')}`);
		assert.equal(author?.name, 'Carol');
	});

	it('says that its diff is cut', () => {
		const short = patchText('open.c').replace('@@ -1,3 +1,3 @@', '@@ -1,30 +1,30 @@');
		const long = patchText('open.c') + 'More.\n'.repeat(400_000);
		for (const text of [short, long])
			assert.deepEqual(part(text).warnings, [
				'Part of the diff could not be read. Use Show Original to see all of it.',
			]);
	});
});

describe('The trailers of a series', () => {
	it('say who has given them for which patches, and that an address differs', () => {
		assert.deepEqual(
			trailerParts(aSeries().content, new Map()).map(({ name, from, patches, warning }) => [
				name,
				from,
				patches,
				warning,
			]),
			[['Reviewed-by', 'Ana', '1', 'sent from another address']],
		);
	});

	it('link to the accounts of known people', () => {
		const people = new Map([['ana@work.example', '~ana']]);
		const [trailer] = trailerParts(aSeries().content, people);
		assert.deepEqual(trailer?.from, { link: 'Ana', open: 'user:~ana' });
	});

	it('say which patches have no review, if others have one', () => {
		const missing = (patches: number, reviewed: readonly number[]) => {
			const numbers = Array.from({ length: patches }, (_, nth) => nth + 1);
			const sent = numbers.map((n) =>
				sentMail({ id: n, subject: `[PATCH ${n}/${patches}] Change ${n}`, text: patchText(`${n}.c`) }),
			);
			const replies = reviewed.map((n) =>
				sentMail({
					...{ id: 100 + n, day: 20, subject: `Re: [PATCH ${n}/${patches}] Change ${n}`, re: n },
					from: 'Ana <ana@example.org>',
					text: 'Reviewed-by: Ana <ana@example.org>\n',
				}),
			);
			return missingReviews(seriesContent(readingOf([...sent, ...replies])));
		};
		assert.equal(missing(3, [1, 2]), 'Not reviewed yet: 3/3.');
		assert.equal(missing(3, [1]), 'Not reviewed yet: 2/3 and 3/3.');
		assert.match(missing(15, [1]), /^Not reviewed yet: 2\/15, .*, 11\/15 and 4 other patches\.$/);
		assert.deepEqual([missing(3, []), missing(2, [1, 2])], ['', '']);
		assert.equal(missingReviews(aSeries().content), '', 'A review from another address does not count');
	});
});
