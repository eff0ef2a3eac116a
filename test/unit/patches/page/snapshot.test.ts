import assert from 'node:assert/strict';
import type { FullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import { type SnapshotInput, seriesSnapshot } from '../../../../src/patches/page/snapshot.ts';
import { textOf } from '../../../../src/platform/page/snapshot-parts.ts';
import { blockText } from '../../../kit/mails/block-text.ts';
import { noStatuses } from '../../../kit/pages/no-statuses.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const now = Date.UTC(2026, 10, 9);

const patchset = {
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

const cover = sentMail({
	id: 1,
	subject: '[PATCH editor 0/2] Open files faster',
	text: 'For ~ana/editor#42.\n',
});
const first = sentMail({
	id: 2,
	subject: '[PATCH editor 1/2] Read ahead',
	re: 1,
	text: patchText('src/open.c'),
});
const second = sentMail({
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
const series = [cover, first, second, reply];

const base = {
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
	isViewed: () => false,
	isUnseen: () => false,
	options: { wrapsLines: false, ignoresWhitespace: false, showsOnePatch: false, showsNetDiff: false },
	position: null,
	comparison: null,
	comments: [],
	replyProblem: '',
	commentedVersion: undefined,
	newestChanges: '',
	now,
	zone: 'UTC',
} satisfies Omit<SnapshotInput, 'known'>;

function snapshot(
	mails: readonly FullMail[],
	more: Partial<SnapshotInput> = {},
	known: Parameters<typeof readingOf>[1] = {},
) {
	const reading = readingOf(mails, { patchsets: [patchset], ...known });
	return seriesSnapshot({ ...base, known: { reading, content: seriesContent(reading) }, ...more });
}

describe('The page of a series', () => {
	it('says what the series is', () => {
		const { kind, number, prefix, title, status, summary, submitter, list: shown } = snapshot(series);
		assert.deepEqual(
			[kind, number, prefix, title, status?.text, submitter?.name, shown.name],
			[
				'series',
				'patches 7',
				'[PATCH editor 0/2]',
				'Open files faster',
				'Proposed',
				'Bob',
				'~ana/editor-devel',
			],
		);
		assert.equal(textOf(summary), '2 patches, 2 files · +2 −2 · mentions ~ana/editor#42');
	});

	it('counts a file once that several patches change, and says which tickets it only mentions', () => {
		const again = sentMail({
			...{ id: 3, subject: '[PATCH editor 2/2] Cache names', re: 1 },
			text: patchText('src/open.c').replace('---\n', 'Fixes: ~ana/editor#7\n---\n'),
		});
		assert.equal(
			textOf(snapshot([cover, first, again]).summary),
			'2 patches, 1 file · +2 −2 · for ~ana/editor#7 · mentions ~ana/editor#42',
		);
	});

	it('has a cover letter without the line that names the author of its patches', () => {
		const from = 'From: Carol <carol@example.org>\n\n';
		const text = (mails: readonly FullMail[]) => blockText(snapshot(mails).cover?.text.blocks[0]);
		const letter = sentMail({
			id: 1,
			subject: '[PATCH editor 0/2] Open files faster',
			text: `${from}Why.\n`,
		});
		const patch = (text: string) =>
			sentMail({ id: 2, subject: '[PATCH editor 1/2] Read ahead', re: 1, text });
		assert.equal(text([letter, patch(from + patchText('a.c')), second]), 'Why.');
		assert.match(text([letter, patch(patchText('a.c')), second]), /^From: Carol/);
	});

	it('says why it has no status', () => {
		assert.equal(snapshot(series).withoutStatus, '');
		const without = { key: { ...list, mail: 1 } };
		assert.match(snapshot(series, without, { patchsets: [] }).withoutStatus, /no status to set\.$/);
		assert.equal(snapshot(series, { ...without, isReading: true }, { patchsets: [] }).withoutStatus, '');
	});

	it('names a ticket of its forge by a reference, also if another account there has found it', () => {
		const trackers = 'https://todo.example.org';
		const subject = '[PATCH editor 0/2] Open files faster';
		const mail = sentMail({ id: 1, subject, text: `For ${trackers}/~ana/editor/42.\n` });
		const links = { ...base.links, instances: [{ trackers }] };
		const { summary } = snapshot([mail, first, second], { links });
		assert.deepEqual(summary.at(-1), { link: '~ana/editor#42', open: 'ticket:~ana/editor#42' });
	});

	it('says why a status was not made, and offers to send it again', () => {
		const waiting = {
			entry: 'one',
			text: 'Approved: not made. Only ~ana…',
			button: 'Send Again',
			isProblem: true,
			lacksPermission: true,
		};
		const waitingOf = ({ patchset: id }: { readonly patchset: number }) => (id === 7 ? waiting : undefined);
		const [note] = snapshot(series, { statuses: { ...base.statuses, waitingOf } }).notes;
		assert.deepEqual(
			[note?.kind, note?.pieces, note?.acts.map(({ act, label }) => [act, label])],
			[
				'warning',
				[waiting.text],
				[
					['grant', 'Grant Permissions'],
					['send-now', 'Send Again'],
					['discard-change', 'Discard'],
				],
			],
		);
	});

	it('shows the patches with their files, and who has reviewed them', () => {
		const { patches, trailers, participants } = snapshot(series);
		assert.deepEqual(
			patches.map(({ number, title, files, trailers: badges }) => [
				number,
				title,
				files.map(({ folder, name, replyCount }) => [folder, name, replyCount]),
				badges.map(({ text }) => text),
			]),
			[
				['1/2', 'Read ahead', [['src/', 'open.c', 1]], ['R 1']],
				['2/2', 'Cache names', [['', 'name.c', 0]], []],
			],
		);
		assert.deepEqual(
			trailers.map(({ name, from, patches: numbers, warning }) => [name, from, numbers, warning]),
			[['Reviewed-by', 'Ana', '1', '']],
		);
		assert.deepEqual(
			participants.map(({ name }) => name),
			['Ana'],
		);
	});

	it('lists the replies with where they are shown', () => {
		const [letter, answer] = snapshot(series).discussion;
		assert.deepEqual([letter?.role, answer?.role, answer?.depth], ['cover letter', 'on 1/2', 1]);
		assert.deepEqual(
			answer?.places.map(({ text, line }) => [text, line]),
			[['open.c:2', '2']],
		);
	});

	it('shows a status that was not sent yet, and offers the same buttons as before', () => {
		const statuses = { ...base.statuses, pendingStatusOf: () => 'approved', canUndo: () => true };
		const { status, moves, canUndo } = snapshot(series, { statuses });
		assert.deepEqual([status?.value, status?.isPending, canUndo], ['approved', true, true]);
		assert.deepEqual(
			moves.map(({ label }) => label),
			['Approve', 'Needs Revision', 'Reject', 'Mark as Applied', 'Mark as Proposed'],
		);
		assert.deepEqual(moves, snapshot(series).moves);
	});

	it('offers no status to a user who may not change it', () => {
		assert.deepEqual(snapshot(series, { statuses: { ...base.statuses, canChange: () => false } }).moves, []);
	});

	it('says that a patch has not arrived', () => {
		const { patches, notes } = snapshot([cover, first], {}, { patchsets: [] });
		assert.deepEqual(
			patches.map(({ title, mail }) => [title, mail]),
			[
				['Read ahead', 2],
				['This patch has not arrived', null],
			],
		);
		assert.deepEqual(
			notes.map(({ pieces }) => textOf(pieces)),
			['Patch 2 has not arrived.'],
		);
	});

	it('says that a newer version was sent', () => {
		const v1 = sentMail({ id: 1, subject: '[PATCH] Read ahead', text: patchText('open.c') });
		const v2 = sentMail({ id: 2, subject: '[PATCH v2] Read ahead', text: patchText('open.c') });
		const known = { version: 1, patchsets: [] };
		const { versions, notes } = snapshot([v1, v2], { key: { ...list, mail: 1 } }, known);
		assert.deepEqual(
			versions.map(({ name, isShown }) => [name, isShown]),
			[
				['v1', true],
				['v2', false],
			],
		);
		assert.match(textOf(notes[0]?.pieces ?? []), /^This is v1\. It was superseded by v2, [^:]+\.$/);
		const [counted] = snapshot([v1, v2], { newestChanges: '1 patch changed' }, known).notes;
		assert.match(textOf(counted?.pieces ?? []), / superseded by v2, [^:]+: 1 patch changed\.$/);
	});

	for (const [newerPatches, text] of [
		[[], undefined],
		[['2/2'], 'A newer version of 2/2 was sent in this thread by a sender who is not known yet.'],
		[
			['1/2', '2/2'],
			'Newer versions of 1/2 and 2/2 were sent in this thread by a sender who is not known yet.',
		],
	] as const) {
		it(`says ${text ? '' : 'nothing '}of ${newerPatches.length} patches that may be newer`, () => {
			const { notes } = snapshot(series, {}, { newerPatches });
			const note = notes.find(({ key }) => key === 'newer-patches');
			assert.equal(note && textOf(note.pieces), text);
		});
	}

	it('is that of a thread if there are no patches', () => {
		const question = sentMail({ id: 1, subject: 'A question', text: 'Why?\n' });
		const answer = sentMail({ id: 2, subject: 'Re: A question', re: 1 });
		const { kind, title, status, patches, discussion } = snapshot(
			[question, answer],
			{ key: { ...list, mail: 1 } },
			{ patchsets: [] },
		);
		assert.deepEqual(
			[kind, title, status, patches.length, discussion.length],
			['thread', 'A question', null, 0, 2],
		);
	});

	it('says what is loading, and which mails could not be read', () => {
		assert.equal(
			seriesSnapshot({ ...base, known: undefined, isReading: true }).loadingText,
			'Loading ~ana/editor-devel#7…',
		);
		assert.equal(snapshot(series, { isReading: true }, { unread: [9] }).loadingText, 'Loading mails…');
		assert.match(
			textOf(snapshot(series, {}, { unread: [9] }).notes[0]?.pieces ?? []),
			/^Couldn't load 1 mail\./,
		);
		assert.deepEqual(snapshot(series, { isReadingMails: true }, { unread: [9] }).notes, []);
	});

	it('says only after reading that the text of a patch was not read', () => {
		const warnings = (isReading: boolean) => {
			const reading = readingOf(series, { unread: [2] });
			const known = { ...reading, mails: new Map([...reading.mails].filter(([id]) => id !== 2)) };
			const shown = seriesSnapshot({
				...{ ...base, isReading },
				known: { reading: known, content: seriesContent(known) },
			});
			return shown.patches.map((patch) => patch.warnings);
		};
		assert.deepEqual(warnings(true), [[], []]);
		assert.deepEqual(warnings(false), [["This patch isn't loaded yet."], []]);
	});

	it('says that the account is signed out', () => {
		const pageStatus = { kind: 'signed-out', instance: 'forge.test' } as const;
		const { notes } = seriesSnapshot({ ...base, known: undefined, pageStatus });
		assert.equal(textOf(notes[0]?.pieces ?? []), '~ana is signed out of forge.test.');
	});
});
