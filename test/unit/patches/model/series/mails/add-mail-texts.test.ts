import assert from 'node:assert/strict';
import { addMailTexts } from '../../../../../../src/patches/model/series/mails/add-mail-texts.ts';
import { seriesMailsOf } from '../../../../../../src/patches/model/series/mails/from-mail-summary.ts';
import { parseFullMail } from '../../../../../../src/patches/model/series/mails/full-mail.ts';
import { listedMail } from '../../../state/lists/listed-mails.ts';

const mails = [
	listedMail(1, { subject: '[PATCH 1/2] One' }),
	listedMail(2, { subject: '[PATCH 2/2] Two', parent: 1, thread: 1 }),
	listedMail(3, { subject: 'Other' }),
];
const listed = seriesMailsOf(new Map(mails.map((mail) => [mail.id, mail])));
const withText = (id: number, ...lines: readonly string[]) => {
	const mail = mails.find((one) => one.id === id) ?? assert.fail();
	return addMailTexts(listed, new Map([[id, parseFullMail(mail, lines.join('\n'))]]));
};

describe('What series are built from', () => {
	it('is what a text says, with the ids and the time of the forge', () => {
		const [one] = withText(
			1,
			'From: Ana <ana@example.org>',
			'Subject: [PATCH 1/2] One',
			'Message-ID: <changed@example.org>',
			'References: <cover@example.org>',
			'Date: Thu, 1 Jan 1970 00:00:00 +0000',
			'',
			'change-id: 20261103-one',
			'',
		);
		assert.deepEqual(
			[one?.from, one?.messageId, one?.references, one?.date, one?.changeId],
			[
				{ name: 'Ana', email: 'ana@example.org' },
				'<1@example.org>',
				['<cover@example.org>'],
				Date.parse(mails[0]?.created ?? ''),
				'20261103-one',
			],
		);
	});

	it('is the same sender for mails of a thread whose senders have no account', () => {
		const [one, two, other] = withText(2, 'From: Ana <ana@example.org>', 'Subject: [PATCH 2/2] Two', '', '');
		assert.deepEqual(
			[one?.from.email, two?.from.email, other?.from.email],
			['ana@example.org', 'ana@example.org', 'unknown sender in 3'],
		);
	});

	it('is the listed sender of a mail whose text has none', () => {
		const [one] = withText(1, 'Subject: [PATCH 1/2] One', '', '');
		assert.deepEqual([one?.from, one?.isFromGuessed], [listed[0]?.from, true]);
	});

	it('is the sender that the forge names, so that a page has the same versions as the list', () => {
		const submitter = 'Ana <ana@example.org>';
		const known = seriesMailsOf(
			new Map([[1, listedMail(1, { subject: '[PATCH 0/1] One', patchset: { id: 4, submitter } })]]),
		);
		const fullMail = parseFullMail(
			listedMail(1),
			'From: Ana B. <ana@work.example.org>\nSubject: [PATCH 0/1] One\n\n',
		);
		assert.deepEqual(addMailTexts(known, new Map([[1, fullMail]]))[0]?.from, {
			name: 'Ana',
			email: 'ana@example.org',
		});
	});

	it('is the sender of the text instead of a guessed one', () => {
		const patchset = { id: 4, submitter: 'Ana <ana@example.org>' };
		const inThread = { parent: 1, thread: 1 };
		const ofThread = [
			listedMail(1, { subject: '[PATCH 1/2] One', patchset }),
			listedMail(2, { subject: '[PATCH 2/2] Two', patchset, ...inThread }),
			listedMail(3, { subject: '[PATCH v2 2/2] Two', ...inThread }),
			listedMail(4, { subject: '[PATCH v3 2/2] Two', ...inThread }),
		];
		const known = seriesMailsOf(new Map(ofThread.map((mail) => [mail.id, mail])));
		const fullMail = parseFullMail(
			listedMail(3),
			'From: Eve <eve@example.org>\nSubject: [PATCH v2 2/2] Two\n\n',
		);
		assert.deepEqual(
			addMailTexts(known, new Map([[3, fullMail]])).map(({ from }) => from.email),
			['ana@example.org', 'ana@example.org', 'eve@example.org', 'ana@example.org'],
		);
	});
});
