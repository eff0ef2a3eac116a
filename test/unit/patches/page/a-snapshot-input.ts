import type { FullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import type { SnapshotInput } from '../../../../src/patches/page/snapshot-input.ts';
import { noStatuses } from '../../../kit/pages/no-statuses.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';

/** The list of the series. */
export const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const now = Date.UTC(2026, 10, 9);

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

/** The input for a page of which nothing is known. */
export const inputBase = {
	key: { ...list, patchset: 7 },
	pageStatus: { kind: 'good' },
	isReading: false,
	isReadingMails: false,
	owner: { account: '~ana', instance: 'forge.test' },
	ownerToName: null,
	links: {
		instances: [],
		home: { trackers: 'https://todo.example.org' },
		tracker: undefined,
		people: new Map(),
	},
	people: new Map(),
	listsAddress: 'https://lists.example.org',
	statuses: noStatuses,
	viewedStateOf: () => 'new' as const,
	isUnseen: () => false,
	options: { wrapsLines: false, ignoresWhitespace: false, showsOnePatch: false, showsNetDiff: false },
	position: null,
	comparison: null,
	comments: [],
	past: [],
	replyProblem: '',
	viewedPathsIn: () => new Set(),
	commentedVersion: undefined,
	newestChanges: '',
	now,
	zone: 'UTC',
} satisfies Omit<SnapshotInput, 'known'>;

/** The input for the page of these mails. */
export function snapshotInput(
	mails: readonly FullMail[],
	more: Partial<SnapshotInput> = {},
	known: Parameters<typeof readingOf>[1] = {},
): SnapshotInput {
	const reading = readingOf(mails, { patchsets: [patchset], ...known });
	return { ...inputBase, known: { reading, content: seriesContent(reading) }, ...more };
}
