import assert from 'node:assert/strict';
import type { FullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import { seriesSnapshot } from '../../../../src/patches/page/snapshot.ts';
import { textOf } from '../../../../src/platform/page/snapshot-parts.ts';
import { blockText } from '../../../kit/mails/block-text.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';
import {
	cover,
	first,
	inputBase,
	list,
	patchset,
	second,
	series,
	snapshotInput,
} from './a-snapshot-input.ts';

const snapshot = (...input: Parameters<typeof snapshotInput>) => seriesSnapshot(snapshotInput(...input));

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

	it('says what programs report about the version that it shows, and nothing about others', () => {
		const details = '[#1](https://builds.example.org/1) alpine.yml success';
		const tools = [{ id: 1, updated: '2026-11-08T00:00:00Z', icon: 'success', details }];
		const { checks } = snapshot(series, {}, { patchsets: [{ ...patchset, tools }] });
		assert.deepEqual(
			checks.map(({ state, details: all, time }) => [state, textOf(all), time?.text]),
			[['Passed', '#1 alpine.yml success', '1 day ago']],
		);
		for (const other of [patchset, { ...patchset, id: 8, tools }])
			assert.deepEqual(snapshot(series, {}, { patchsets: [other] }).checks, []);
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
		const links = { ...inputBase.links, instances: [{ trackers }] };
		const { summary } = snapshot([mail, first, second], { links });
		assert.deepEqual(summary.at(-1), { link: '~ana/editor#42', open: 'ticket:~ana/editor#42' });
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
		const statuses = { ...inputBase.statuses, waitingStatusOf: () => 'approved', undoableOf: () => 'one' };
		const { status, moves, undoable } = snapshot(series, { statuses });
		assert.deepEqual([status?.value, status?.isWaiting, undoable], ['approved', true, 'one']);
		assert.deepEqual(
			moves.map(({ label }) => label),
			['Approve', 'Needs Revision', 'Reject', 'Mark as Applied', 'Mark as Proposed'],
		);
		assert.deepEqual(moves, snapshot(series).moves);
	});

	it('offers no status to a user who may not change it', () => {
		assert.deepEqual(
			snapshot(series, { statuses: { ...inputBase.statuses, canChange: () => false } }).moves,
			[],
		);
	});

	it('has a place for a patch that has not arrived, and a note', () => {
		const { patches, notes } = snapshot([cover, first], {}, { patchsets: [] });
		assert.deepEqual(
			patches.map(({ title, mail }) => [title, mail]),
			[
				['Read ahead', 2],
				['This patch has not arrived', null],
			],
		);
		assert.deepEqual(
			notes.map(({ key }) => key),
			['missing-patches'],
		);
	});

	it('lists the versions, and says which one it shows', () => {
		const v1 = sentMail({ id: 1, subject: '[PATCH] Read ahead', text: patchText('open.c') });
		const v2 = sentMail({ id: 2, subject: '[PATCH v2] Read ahead', text: patchText('open.c') });
		const known = { version: 1, patchsets: [] };
		const { versions } = snapshot([v1, v2], { key: { ...list, mail: 1 } }, known);
		assert.deepEqual(
			versions.map(({ name, isShown }) => [name, isShown]),
			[
				['v1', true],
				['v2', false],
			],
		);
	});

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

	it('says only after reading that the text of a patch was not read', () => {
		const warnings = (isReading: boolean) => {
			const reading = readingOf(series, { unread: [2] });
			const known = { ...reading, mails: new Map([...reading.mails].filter(([id]) => id !== 2)) };
			const shown = seriesSnapshot({
				...{ ...inputBase, isReading },
				known: { reading: known, content: seriesContent(known) },
			});
			return shown.patches.map((patch) => patch.warnings);
		};
		assert.deepEqual(warnings(true), [[], []]);
		assert.deepEqual(warnings(false), [["This patch isn't loaded yet."], []]);
	});
});
