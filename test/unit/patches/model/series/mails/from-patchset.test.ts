import assert from 'node:assert/strict';
import { read } from '../../../../../../src/forge/contract/read.ts';
import { Patchset, ShortPatchset } from '../../../../../../src/forge/shapes/lists.ts';
import {
	firstMails,
	seriesPatchsetOf,
	seriesPatchsetsOf,
} from '../../../../../../src/patches/model/series/mails/from-patchset.ts';

const ignore = () => {};
const row = {
	id: 7,
	created: '2021-07-01T12:00:00.5+00:00',
	subject: 'A',
	prefix: 'app',
	version: 2,
	submitter: '=?utf-8?q?J=C3=BCrgen?= <j@mail.test>',
	message_id: '<b>',
};

describe('What a series knows of a patchset', () => {
	it('is in its row', () => {
		assert.deepEqual(seriesPatchsetOf(read(ShortPatchset, row, ignore)), {
			id: 7,
			subject: 'A',
			prefix: 'app',
			version: 2,
			submitter: { name: 'Jürgen', email: 'j@mail.test' },
			date: Date.UTC(2021, 6, 1, 12, 0, 0, 500),
			messageId: '<b>',
			coverMessageId: undefined,
			supersededBy: undefined,
		});
	});

	it('includes a submitter whose name has a comma and no quotation marks', () => {
		const { submitter } = seriesPatchsetOf(
			read(ShortPatchset, { ...row, submitter: 'Doe, Ana <ana@mail.test>' }, ignore),
		);
		assert.deepEqual(submitter, { name: 'Doe, Ana', email: 'ana@mail.test' });
	});

	it('includes its cover letter and its successor, if the forge names them', () => {
		const whole = { ...row, cover_letter: { id: 1, message_id: '<a>' }, superseded_by: { id: 8 } };
		const { coverMessageId, supersededBy } = seriesPatchsetOf(read(Patchset, whole, ignore));
		assert.deepEqual([coverMessageId, supersededBy], ['<a>', 8]);
	});

	it('may be very little', () => {
		const { submitter, date, prefix, messageId, coverMessageId } = seriesPatchsetOf(
			read(Patchset, { id: 7, cover_letter: { id: 1 } }, ignore),
		);
		assert.deepEqual(
			[submitter, date, prefix, messageId, coverMessageId],
			[{ name: '', email: '' }, undefined, '', undefined, undefined],
		);
	});

	const mail = (id: number, patchset: number | null) => ({
		...{ id, messageId: `<${id}@mail.test>` },
		patchset: patchset === null ? null : { id: patchset },
	});
	const mails = [mail(5, 7), mail(3, 7), mail(2, null), mail(4, 8)];

	it('is its first known mail, if the forge names none', () => {
		const unnamed = read(Patchset, { id: 7 }, ignore);
		const named = read(Patchset, { id: 8, message_id: '<b>' }, ignore);
		const unknown = read(Patchset, { id: 9 }, ignore);
		const patchsets = new Map([unnamed, named, unknown].map((one) => [one.id, one]));
		assert.deepEqual(
			seriesPatchsetsOf(patchsets, new Map(mails.map((one) => [one.id, one]))).map(
				({ messageId }) => messageId,
			),
			['<3@mail.test>', '<b>', undefined],
		);
	});

	it('is no mail without a Message-ID', () => {
		assert.deepEqual(
			[...firstMails([{ ...mail(1, 7), messageId: '' }, ...mails])],
			[
				[7, '<3@mail.test>'],
				[8, '<4@mail.test>'],
			],
		);
	});
});
