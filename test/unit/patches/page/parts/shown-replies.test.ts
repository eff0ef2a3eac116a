import assert from 'node:assert/strict';
import { discussionParts } from '../../../../../src/patches/page/parts/discussion-parts.ts';
import { netContent } from '../../../../../src/patches/page/parts/net-content.ts';
import { patchPart } from '../../../../../src/patches/page/parts/patch-parts.ts';
import { seriesContent } from '../../../../../src/patches/page/parts/series-content.ts';
import { answeredCover } from '../../../../../src/patches/page/parts/shown-replies.ts';
import { textOf } from '../../../../../src/platform/page/snapshot-parts.ts';
import { blockText } from '../../../../kit/mails/block-text.ts';
import { at, links } from '../../../../kit/pages/a-series.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';
import { replyOptions } from '../../../../kit/pages/reply-options.ts';

const cover = sentMail({
	id: 1,
	subject: '[PATCH 0/1] Open files',
	text: 'One reason.\nAnother reason.\n\nThe last reason.\n\n-- \n2.43.0\n',
});
const patchMail = sentMail({
	id: 2,
	subject: '[PATCH 1/1] Read ahead',
	re: 1,
	text: patchText('open.c').replace('---\n', '---\nv2: shorter\n\n'),
});
const reply = (id: number, re: number, ...lines: readonly string[]) =>
	sentMail({ id, re, day: 20, subject: 'Re: [PATCH] x', text: `${lines.join('\n')}\n` });

function shown(...replies: readonly ReturnType<typeof reply>[]) {
	const reading = readingOf([cover, patchMail, ...replies]);
	const content = seriesContent(reading);
	const options = replyOptions(reading.mails);
	const [patch = assert.fail()] = content.patches;
	return {
		content,
		cover: answeredCover(cover, content.coverStart, content.coverThreads, options),
		patch: patchPart(patch, {
			...{ content, links, people: links.people, isReading: false, replies: options },
			...{ viewedStateOf: () => 'new' as const, ignoresWhitespace: false, draftCounts: new Map() },
		}),
	};
}

describe('A text that replies quote', () => {
	it('is divided below the quoted lines of a message and of notes', () => {
		const { patch } = shown(reply(3, 2, '> Change open.c.', 'Why?', '> v2: shorter', 'Is it?'));
		const drawn = (answered: typeof patch.answeredMessage) =>
			answered.map(({ pieces, replies }) => [
				textOf(pieces),
				replies.map(({ mail, blocks }) => [mail, blockText(blocks[0])]),
			]);
		assert.deepEqual(drawn(patch.answeredMessage), [['Change open.c.', [[3, 'Why?']]]]);
		assert.equal(textOf(patch.message), 'Signed-off-by: Bob <bob@example.org>');
		assert.deepEqual(drawn(patch.answeredNotes), [['v2: shorter', [[3, 'Is it?']]]]);
		assert.equal(textOf(patch.notes), '');
	});

	it('may be a row of the diffstat', () => {
		const { patch } = shown(
			reply(3, 2, '> open.c | 2 +-', 'Few.'),
			reply(4, 2, '> 1 file changed, 1 insertion(+), 1 deletion(-)', 'Very few.'),
		);
		assert.deepEqual(
			patch.diffstatReplies.map(({ file, replies }) => [file, replies.map(({ mail }) => mail)]),
			[
				['2.0.0', [3]],
				['', [4]],
			],
		);
	});

	it('may be the header of a file, for the file as a whole', () => {
		const header = ['> --- a/open.c', '> +++ b/open.c'];
		const { patch } = shown(
			reply(3, 2, ...header, 'Why this file?'),
			reply(4, 2, ...header, '> @@ -1,3 +1,3 @@ int main(void)', 'Why this line?'),
		);
		assert.deepEqual(
			patch.files.map(({ replies, replyCount }) => [replies.map(({ mail }) => mail), replyCount]),
			[[[3], 2]],
		);
	});

	it('may be a cover letter, whose rest has its signature', () => {
		const found = shown(reply(3, 1, '> Another reason.', 'Is it?'), reply(4, 1, '> One reason.', 'Good.'));
		assert.deepEqual(
			found.cover.answered.map(({ blocks, replies }) => [
				blocks.map(blockText),
				replies.map(({ mail }) => mail),
			]),
			[
				[['One reason.'], [4]],
				[['Another reason.'], [3]],
			],
		);
		assert.equal(cover.mail.text.slice(found.cover.restStart).trim().split('\r\n')[0], 'The last reason.');
	});

	it('is named in the discussion', () => {
		const { content } = shown(
			reply(3, 1, '> Another reason.', 'Is it?'),
			reply(4, 2, '> Change open.c.', 'Why?'),
		);
		const places = (net?: ReturnType<typeof netContent>) =>
			discussionParts(content, () => false, at.now, at.zone, net).flatMap(({ id, places }) =>
				places.map(({ patch, text }) => [id, patch, text]),
			);
		const inCover = [3, 'cover', 'cover letter'];
		assert.deepEqual(places(), [[4, '2.0', 'message'], inCover]);
		assert.deepEqual(places(netContent(content)), [inCover], 'A net diff has no messages');
	});
});
