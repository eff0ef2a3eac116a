import assert from 'node:assert/strict';
import { discussionOf } from '../../../../../src/patches/page/parts/discussion.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const cover = sentMail({ id: 1, subject: '[PATCH 0/2] Open files faster' });
const first = sentMail({ id: 2, subject: '[PATCH 1/2] Read ahead', re: 1, text: patchText('open.c') });
const second = sentMail({ id: 3, subject: '[PATCH 2/2] Cache names', re: 1, text: patchText('name.c') });
const toPatch = sentMail({
	id: 4,
	subject: 'Re: [PATCH 1/2] Read ahead',
	re: 2,
	from: 'Ana <ana@example.org>',
});
const toReply = sentMail({ id: 5, subject: 'Re: [PATCH 1/2] Read ahead', re: 4 });
const series = [cover, first, second, toPatch, toReply];

/** The mails of the discussion, each with its depth. */
const outline = (...args: Parameters<typeof readingOf>) =>
	discussionOf(readingOf(...args)).map(({ fullMail, depth }) => `${'-'.repeat(depth)}${fullMail.id}`);

describe('The discussion of a series', () => {
	it('leaves out later versions in the same thread, and the replies to them', () => {
		const v2 = sentMail({ id: 6, subject: '[PATCH v2 0/1] Open files faster', re: 1, day: 7 });
		const v2patch = sentMail({
			id: 7,
			subject: '[PATCH v2 1/1] Read ahead',
			re: 6,
			text: patchText('open.c'),
		});
		const toV2 = sentMail({ id: 8, subject: 'Re: [PATCH v2 1/1] Read ahead', re: 7 });
		const all = [...series, v2, v2patch, toV2];
		assert.deepEqual(outline(all, { version: 1 }), ['1', '-4', '--5']);
		assert.deepEqual(outline(all, { version: 2 }), ['6', '-8']);
	});

	it('survives replies that are thousands of levels deep', () => {
		const deep = Array.from({ length: 5000 }, (_, index) =>
			sentMail({ id: index + 1, subject: 'Re: deep', day: 1, ...(index > 0 && { re: index }) }),
		);
		assert.equal(outline(deep).at(-1)?.length, 4999 + 4);
	});
});
