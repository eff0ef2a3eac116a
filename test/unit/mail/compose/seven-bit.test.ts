import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mailText } from '../../../../src/mail/compose/mail-text.ts';
import { sevenBitMail } from '../../../../src/mail/compose/seven-bit.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';

const mail = (body: string) => mailText([['Subject', 'A patch']], body);

describe('A mail for servers that take only ASCII', () => {
	it('has the same text, in short lines of ASCII', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom('ä', '€', '=', ' ', '.', 'x', '\n', '😀') }), (text) => {
				const encoded = sevenBitMail(mail(`${text}\n`));
				assert.match(encoded, /^(?:[ -~]{0,76}\n)*$/);
				assert.equal(parseMail(encoded).text, parseMail(mail(`${text}\n`)).text);
			}),
		);
	});

	it('is encoded once, and with any line breaks', () => {
		const encoded = sevenBitMail(mail('ä = 1\n').replaceAll('\n', '\r\n'));
		assert.match(encoded, /Content-Transfer-Encoding: quoted-printable\n\n=C3=A4 =3D 1\n$/);
		assert.equal(sevenBitMail(encoded), encoded);
	});

	it('is not changed if its encoding is not known', () => {
		for (const other of [
			'Subject: only a header',
			'Content-Type: multipart/mixed\n\nä',
			'Content-Transfer-Encoding: base64\n\nYQ==\n',
		])
			assert.equal(sevenBitMail(other), other);
	});
});
