import assert from 'node:assert/strict';
import type { FullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import { seriesSnapshot } from '../../../../src/patches/page/snapshot.ts';
import { textOf } from '../../../../src/platform/page/snapshot-parts.ts';
import { blockText } from '../../../kit/mails/block-text.ts';
import { patchText, sentMail } from '../../../kit/pages/readings.ts';
import { cover, first, list, patchset, second, series, snapshotInput } from './a-snapshot-input.ts';

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
});
