import assert from 'node:assert/strict';
import type { FullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import { loadingText, seriesNotes } from '../../../../src/patches/page/series-notes.ts';
import { textOf } from '../../../../src/platform/page/snapshot-parts.ts';
import { inputBase } from '../../../kit/pages/input-base.ts';
import { patchText, sentMail } from '../../../kit/pages/readings.ts';
import { cover, first, list, series, snapshotInput } from './a-snapshot-input.ts';

const notes = (...input: Parameters<typeof snapshotInput>) => seriesNotes(snapshotInput(...input));
const texts = (...input: Parameters<typeof snapshotInput>) =>
	notes(...input).map(({ pieces }) => textOf(pieces));

describe('The notes on the page of a series', () => {
	it('say that the account is signed out', () => {
		const pageStatus = { kind: 'signed-out', instance: 'forge.test' } as const;
		const [note] = seriesNotes({ ...inputBase, known: undefined, pageStatus });
		assert.equal(textOf(note?.pieces ?? []), '~ana is signed out of forge.test.');
	});

	it('say why a status was not made, and offer to send it again', () => {
		const waiting = {
			entry: 'one',
			text: 'Approved: not made. Only ~ana…',
			button: 'Send Again',
			isProblem: true,
			lacksPermission: true,
		};
		const waitingOf = ({ patchset: id }: { readonly patchset: number }) => (id === 7 ? waiting : undefined);
		const [note] = notes(series, { statuses: { ...inputBase.statuses, waitingOf } });
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

	it('say that a patch has not arrived', () => {
		assert.deepEqual(texts([cover, first], {}, { patchsets: [] }), ['Patch 2 has not arrived.']);
	});

	it('say that a newer version was sent', () => {
		const v1 = sentMail({ id: 1, subject: '[PATCH] Read ahead', text: patchText('open.c') });
		const v2 = sentMail({ id: 2, subject: '[PATCH v2] Read ahead', text: patchText('open.c') });
		const known = { version: 1, patchsets: [] };
		const [note] = texts([v1, v2], { key: { ...list, mail: 1 } }, known);
		assert.match(note ?? '', /^This is v1\. It was superseded by v2, [^:]+\.$/);
		const [counted] = texts([v1, v2], { newestChanges: '1 patch changed' }, known);
		assert.match(counted ?? '', / superseded by v2, [^:]+: 1 patch changed\.$/);
	});

	for (const [newerPatches, text] of [
		[[], undefined],
		[['2/2'], 'Patch 2/2 has a newer version in this thread. The sender is not known yet.'],
		[['1/2', '2/2'], 'Patches 1/2 and 2/2 have newer versions in this thread. The sender is not known yet.'],
	] as const) {
		it(`say ${text ? '' : 'nothing '}of ${newerPatches.length} patches that may be newer`, () => {
			const note = notes(series, {}, { newerPatches }).find(({ key }) => key === 'newer-patches');
			assert.equal(note && textOf(note.pieces), text);
		});
	}

	it('say which patches a partial version takes from earlier ones', () => {
		const patch = (id: number, subject: string, re?: number) =>
			sentMail({ id, subject, ...(re !== undefined && { re }), text: patchText('open.c') });
		const v1 = [1, 2, 3].map((number) =>
			patch(number, `[PATCH ${number}/3] P${number}`, number > 1 ? 1 : undefined),
		);
		const v2 = patch(4, '[PATCH v2 2/3] P2', 2);
		const v3 = patch(5, '[PATCH v3 3/3] P3', 3);
		const key = { ...list, mail: 1 };
		const inherited = (...mails: readonly FullMail[]) => texts(mails, { key }, { patchsets: [] });
		assert.deepEqual(inherited(...v1), []);
		assert.deepEqual(inherited(...v1, v2), ['Only patch 2 was sent again. Patches 1 and 3 are from v1.']);
		assert.deepEqual(inherited(...v1, v2, v3), [
			'Only patch 3 was sent again. Patch 1 is from v1. Patch 2 is from v2.',
		]);
	});

	it('name the files that the user has viewed and that the newest version does not change', () => {
		const v1 = sentMail({ id: 1, subject: '[PATCH] Read ahead', text: patchText('open.c') });
		const v2 = sentMail({ id: 2, subject: '[PATCH v2] Read ahead', text: patchText('name.c') });
		const gone = (more: Parameters<typeof snapshotInput>[1], version?: number) =>
			texts(
				[v1, v2],
				{ key: { ...list, mail: 1 }, viewedPathsIn: viewed, ...more },
				{
					...(version && { version }),
					patchsets: [],
				},
			).filter((text) => text.includes('viewed'));
		const viewed = (of: number) => new Set(of === 1 ? ['open.c', 'name.c', 'a\u202e.c'] : []);
		assert.deepEqual(gone({}), [
			'v2 no longer changes a‹U+202E›.c and open.c, which you viewed in an earlier version.',
		]);
		assert.deepEqual(gone({}, 1), [], 'an older version');
		assert.deepEqual(gone({ isReadingMails: true }), [], 'a mail may still arrive');
		assert.deepEqual(gone({ viewedStateOf: () => 'viewed' }), [], 'all that is new was viewed');
		assert.deepEqual(gone({ viewedPathsIn: () => new Set(['name.c']) }), []);
	});

	it('say which mails could not be read, once reading has ended', () => {
		assert.match(texts(series, {}, { unread: [9] })[0] ?? '', /^Couldn't load 1 mail\./);
		assert.deepEqual(texts(series, { isReadingMails: true }, { unread: [9] }), []);
	});

	it('are preceded by what is loading', () => {
		const unknown = { ...inputBase, known: undefined, isReading: true };
		assert.equal(loadingText(unknown), 'Loading ~ana/editor-devel#7…');
		assert.equal(loadingText(snapshotInput(series, { isReading: true }, { unread: [9] })), 'Loading mails…');
	});
});
