import assert from 'node:assert/strict';
import { type ComposedMail, mailDocument } from '../../../../src/mail/compose/mail-document.ts';
import { parseMailDocument } from '../../../../src/mail/compose/parse-mail-document.ts';

const mail: ComposedMail = {
	subject: 'Re: [PATCH 1/2] Zeilen umbrechen',
	from: { name: 'Ana Müller', email: 'ana@example.org' },
	to: '~ana/editor-devel@lists.example.org',
	cc: [
		{ name: 'Lee, Kim "K"', email: 'kim@example.org' },
		{ name: '', email: 'bob@example.org' },
	],
	inReplyTo: '<b@x>',
	references: ['<a@x>', '<b@x>'],
	body: 'On Monday, Kim wrote:\n> a\n\nWhy?\n',
};

describe('The document of a mail', () => {
	it('has a header that people can read, and the text', () => {
		assert.equal(
			mailDocument(mail),
			[
				'Subject: Re: [PATCH 1/2] Zeilen umbrechen',
				'From: Ana Müller <ana@example.org>',
				'To: ~ana/editor-devel@lists.example.org',
				'Cc: "Lee, Kim \\"K\\"" <kim@example.org>, bob@example.org',
				'In-Reply-To: <b@x>',
				'',
				'On Monday, Kim wrote:',
				'> a',
				'',
				'Why?',
				'',
			].join('\n'),
		);
	});

	it('leaves out what a mail does not have', () => {
		const bare = { ...mail, from: undefined, cc: [], inReplyTo: undefined };
		assert.match(mailDocument(bare), /^Subject: [^\n]+\nTo: [^\n]+\n\nOn Monday/);
	});

	it('is one header, whatever subjects and names of hostile mails have', () => {
		const hostile = {
			...mail,
			subject: 'Re: a\r\nBcc: evil@example.org\n\nText',
			from: { name: 'Ana\nBcc: evil@example.org', email: 'ana@example.org' },
			cc: [{ name: 'K\u2028Bcc: x', email: 'kim@example.org' }],
		};
		const [header = ''] = mailDocument(hostile).split('\n\n');
		assert.equal(header.split('\n').length, 5);
		assert.doesNotMatch(header, /^Bcc|[\u2028\r]/m);
		const composed = mailDocument(hostile);
		assert.deepEqual(parseMailDocument(composed, { ...mail, composed }).cc, [
			{ name: 'K Bcc: x', email: 'kim@example.org' },
		]);
	});
});
