import assert from 'node:assert/strict';
import { parseMail } from '../../../../../src/mail/message/parse-mail.ts';
import { outgoingMail } from '../../../../../src/patches/state/review/outgoing-mail.ts';
import { aMail } from '../../commands/review/a-mail.ts';

const account = { name: 'Ana at Work', email: 'ana@work.test' };
const date = new Date('2026-11-01T10:00:00Z');
const sent = (given: Parameters<typeof aMail>[1] = {}) => outgoingMail(aMail(1, given).mail, account, date);

describe('A mail that is sent', () => {
	it('has all headers, and goes to all recipients', () => {
		const { from, to, raw } = sent({ subject: 'Re: Größe\nBcc: evil@x' });
		assert.deepEqual([from, to], ['ana@example.org', ['list@example.org', 'bob@example.org']]);
		const { messageId, ...mail } = parseMail(raw);
		assert.match(messageId ?? '', /^<[\da-f]{32}@example\.org>$/);
		assert.deepEqual(
			[
				mail.from.name,
				mail.to[0]?.email,
				mail.cc[0]?.email,
				mail.subject,
				mail.inReplyTo,
				mail.references,
				mail.text,
			],
			[
				'Ana',
				'list@example.org',
				'bob@example.org',
				'Re: Größe Bcc: evil@x',
				'<1@x>',
				['<0@x>', '<1@x>'],
				'Text 1\n',
			],
		);
		assert.equal(mail.date, date.getTime());
		assert.doesNotMatch(raw, /^Bcc|^X-Unsent/m);
	});

	it('can set the status of its patchset', () => {
		const { raw } = outgoingMail(aMail(1).mail, account, date, 'needs_revision');
		assert.match(raw, /^X-Sourcehut-Patchset-Update: NEEDS_REVISION\r?$/m);
		assert.doesNotMatch(sent().raw, /^X-Sourcehut/m);
	});

	it('is from the account if it names no sender', () => {
		const { from, raw } = outgoingMail({ ...aMail(1).mail, from: undefined, cc: [] }, account, date);
		assert.equal(from, 'ana@work.test');
		assert.match(raw, /^From: Ana at Work <ana@work\.test>$/m);
		assert.doesNotMatch(raw, /^Cc:/m);
	});

	it('has the same Message-ID if it is the same, so that it is known when it comes again', () => {
		const idOf = (given?: Parameters<typeof aMail>[1]) => parseMail(sent(given).raw).messageId;
		assert.equal(idOf(), idOf());
		assert.notEqual(idOf(), idOf({ body: 'Other text\n' }));
	});
});
