import assert from 'node:assert/strict';
import type { Email } from '../../../../../src/forge/shapes/lists.ts';
import { parseFullMail } from '../../../../../src/patches/model/series/mails/full-mail.ts';
import { mailSummaryOf, withText } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { patchText } from '../../../../kit/pages/readings.ts';
import { anEmail } from '../an-email.ts';
import { listedMail } from '../lists/listed-mails.ts';

const envelope =
	'From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>\nSubject: Hello\n\nFrom: Other <o@example.org>\n';
const from = { name: 'Jürgen', email: 'j@example.org' };
const sender = { canonical_name: '~ana', name: 'ana' };
const patchset = { id: 4, submitter: 'Ana <ana@example.org>' };

describe('The sender of a mail without an account', () => {
	const email = (more: Partial<Email>) => anEmail(1, { envelope, ...more });

	it('is kept with the mail when the forge sends its text', () => {
		assert.deepEqual(mailSummaryOf(email({})).from, from);
		assert.deepEqual(mailSummaryOf(email({ envelope: null }), false, mailSummaryOf(email({}))).from, from);
		assert.deepEqual(mailSummaryOf(email({ envelope: null, from })).from, from);
	});

	it('is kept with the mail when its text is read', () => {
		const listed = listedMail(1);
		const fullMail = parseFullMail(listed, envelope);
		const read = withText(listed, fullMail, {});
		assert.deepEqual(read.from, from);
		assert.equal(withText(read, fullMail, {}), read);
	});

	it('is not needed if the forge names an account or a submitter', () => {
		assert.equal(mailSummaryOf(email({ sender })).from, undefined);
		for (const listed of [listedMail(1, { sender }), listedMail(1, { patchset })]) {
			assert.equal(withText(listed, parseFullMail(listed, envelope), {}), listed);
			assert.equal(withText({ ...listed, from }, parseFullMail(listed, envelope), {}).from, undefined);
		}
	});
});

describe('A mail with the subject of a patch', () => {
	const read = (subject: string, text: string, more: object = {}) => {
		const listed = listedMail(1, { subject, sender, ...more });
		const fullMail = parseFullMail(listed, `From: Ana <ana@example.org>\nSubject: ${subject}\n\n${text}`);
		const once = withText(listed, fullMail, {});
		assert.equal(withText(once, fullMail, {}), once);
		return once.hasNoPatch === true;
	};

	it('is known to have none once its text was read', () => {
		assert.equal(read('[PATCH] a patch', ''), true);
		assert.equal(read('[PATCH] a patch', patchText('open.c')), false);
	});
});
