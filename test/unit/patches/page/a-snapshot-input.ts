import type { FullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import type { SnapshotInput } from '../../../../src/patches/page/snapshot-input.ts';
import { inputBase } from '../../../kit/pages/input-base.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';

/** The list of the series. */
export const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

export const patchset = {
	id: 7,
	created: '',
	updated: '',
	subject: 'Open files faster',
	prefix: 'editor',
	version: 1,
	status: 'proposed' as const,
	submitter: 'Bob <bob@example.org>',
	reply_to: null,
	message_id: '<3@example.org>',
	list: null,
	cover_letter: null,
	superseded_by: null,
};

export const cover = sentMail({
	id: 1,
	subject: '[PATCH editor 0/2] Open files faster',
	text: 'For ~ana/editor#42.\n',
});
export const first = sentMail({
	id: 2,
	subject: '[PATCH editor 1/2] Read ahead',
	re: 1,
	text: patchText('src/open.c'),
});
export const second = sentMail({
	id: 3,
	subject: '[PATCH editor 2/2] Cache names',
	re: 1,
	text: patchText('name.c'),
});
const reply = sentMail({
	id: 4,
	subject: 'Re: [PATCH editor 1/2] Read ahead',
	re: 2,
	from: 'Ana <ana@example.org>',
	text: '> -old\n> +new\nWhy?\n\nReviewed-by: Ana <ana@example.org>\n',
});
export const series = [cover, first, second, reply];

/** The input for the page of these mails. */
export function snapshotInput(
	mails: readonly FullMail[],
	more: Partial<SnapshotInput> = {},
	known: Parameters<typeof readingOf>[1] = {},
): SnapshotInput {
	const reading = readingOf(mails, { patchsets: [patchset], ...known });
	return { ...inputBase, known: { reading, content: seriesContent(reading) }, ...more };
}
