import assert from 'node:assert/strict';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { mailText } from '../../../../src/mail/compose/mail-text.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';

const lines = fc.array(
	fc.constantFrom(
		...['', 'text', 'From here', '>From there', '>>From', '.', '..', '-- ', '---', '=', '=3D', 'tail ', '\t'],
		...[
			'Größe',
			'大きさ',
			'😀',
			'a\rb',
			'c\r',
			'\f',
			'\0',
			'\u2028',
			'\ufeffmark',
			'x'.repeat(1200),
			'ä'.repeat(300),
		],
		...[
			'diff --git a/x b/x',
			'--boundary',
			`${'x'.repeat(74)}=`,
			`${'x'.repeat(73)}ä`,
			'x'.repeat(76),
			`${'x'.repeat(75)}From`,
			`\f${'x'.repeat(72)}From long`,
		],
	),
	{ maxLength: 12 },
);

describe('The text of a composed mail', () => {
	it('arrives as it is, whatever is in it', async () => {
		await fc.assert(
			fc.asyncProperty(lines, fc.boolean(), async (all, isCrlf) => {
				const body = `${all.join('\n')}\n`;
				const mail = mailText([['Subject', 'Title']], body);
				const sent = isCrlf ? mail.replaceAll('\n', '\r\n') : mail;
				const read = (text: string) => (isCrlf ? text.replaceAll('\r\n', '\n') : text);
				assert.equal(read(parseMail(sent).text), body.replace(/^\ufeff/, ''));
				assert.doesNotMatch(mail, /^>*From |[\0\r\f]/m);
				const { text = '' } = await PostalMime.parse(sent);
				if (!/[\r\0\ufeff]/.test(body)) assert.equal(text.replaceAll('\r\n', '\n').trimEnd(), body.trimEnd());
			}),
		);
	});

	it('has no line that begins with From, also where a long line is broken', () => {
		const mail = mailText([], `${'x'.repeat(75)}From here ${'y'.repeat(64)}>From there ${'z'.repeat(240)}\n`);
		assert.doesNotMatch(mail, /^>*From /m);
		assert.equal(Math.max(...mail.split('\n').map(({ length }) => length)), 76);
		assert.equal(
			parseMail(mail).text,
			`${'x'.repeat(75)}From here ${'y'.repeat(64)}>From there ${'z'.repeat(240)}\n`,
		);
	});

	it('is not encoded if it needs not be', () => {
		assert.match(mailText([], 'Plain, with a long line: '.padEnd(200, 'x')), /7bit\n\nPlain/);
		assert.match(mailText([], 'Größe'), /8bit\n\nGröße$/);
		assert.match(mailText([], 'Größe\fx'), /quoted-printable\n\nGr=C3=B6=C3=9Fe=0Cx$/);
	});
});
