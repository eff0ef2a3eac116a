import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeMail, messageIdOf, readMbox } from '../../../../../src/forge/graphql/lists/raw-mail.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

describe('The bytes of a mail', () => {
	it('that are not UTF-8 in some lines are so in the others', () => {
		const mixed = Buffer.concat([bytes('+Grün\n'), bytes('-Grün\n', 'latin1'), bytes('end')]);
		assert.equal(decodeMail(mixed), '+Grün\n-Grün\nend');
	});

	/** "Привет" in KOI8-R. */
	const hello = Buffer.from('f0d2c9d7c5d4', 'hex');
	const inKoi8 = 'Content-Type: text/plain;\r\n\tformat=flowed; charset="KOI8-R"\r\n';
	const cases: readonly (readonly [what: string, header: string, read: string])[] = [
		['that the mail names', inKoi8, 'Привет'],
		[
			'that one of its parts names',
			`charset=koi8-r\n\n--x\nContent-Type: text/plain; charset=us-ascii\n${inKoi8}`,
			'Привет',
		],
		['of the West if it names none', 'charset=koi8-r\n', 'ðÒÉ×ÅÔ'],
		['of the West if it is not known', 'Content-Type: text/plain; charset=utf-7\n', 'ðÒÉ×ÅÔ'],
		[
			'of the West if its parts name several',
			`${inKoi8}Content-Type: text/plain; charset=iso-8859-2\n`,
			'ðÒÉ×ÅÔ',
		],
	];
	for (const [what, header, read] of cases)
		it(`that are not UTF-8 are in the charset ${what}`, () => {
			const mail = Buffer.concat([bytes(`${header}\n`), hello, bytes('\nЖ\n')]);
			assert.equal(decodeMail(mail), `${header}\n${read}\nЖ\n`);
		});

	it('are always text, with the same line breaks', () => {
		fc.assert(
			fc.property(fc.uint8Array(), (random) => {
				const breaks = decodeMail(random).split('\n').length;
				assert.equal(breaks, Buffer.from(random).toString('latin1').split('\n').length);
			}),
		);
	});
});

describe('An mbox', () => {
	const entry = (mail: string) => `From a@x Fri Nov 20 07:18:12 2026\n${mail}\n`;

	it('has mails as they were received, without what the server has added', () => {
		const first = 'Message-ID: <1@x>\r\nSubject: One\r\n\r\n>From here\r\nend\r\n';
		// Lines of a file, which end with CRLF themselves.
		const second = 'Subject: Two\r\nMessage-ID:\r\n <2@x>\r\n\r\n+a\r\r\n+b\r\r\n\r\n';
		const [one, two] = [first, second].map((mail) => mail.replaceAll('\r\n', '\n'));
		const mbox = `${entry(one ?? '')}${entry(`X-Sourcehut-Patchset-Final: applied\n${two}`)}`;
		assert.deepEqual(readMbox(bytes(mbox)), [first.replace('>From', 'From'), second]);
		assert.deepEqual(readMbox(bytes(entry(second))), [second]);
	});

	it('is empty without mails', () => {
		assert.deepEqual(readMbox(bytes('')), []);
		assert.deepEqual(readMbox(bytes('Not found\r\n')), []);
	});

	it('has mails in different encodings', () => {
		const mbox = Buffer.concat([bytes(entry('Grün')), bytes(entry('Grün'), 'latin1')]);
		assert.deepEqual(readMbox(mbox), ['Grün', 'Grün']);
	});
});

describe('The Message-ID of a mail', () => {
	for (const [mail, id] of [
		['Message-ID: <1@x>\n\n', '1@x'],
		['Subject: a\r\nmessage-id:\r\n <1@x>\r\n\r\nMessage-ID: <2@x>', '1@x'],
		['Subject: a\n\nMessage-ID: <2@x>\n', undefined],
		['X-Message-ID: <2@x>\n\n', undefined],
	] as const)
		it(`in ${JSON.stringify(mail)} is ${id}`, () => assert.equal(messageIdOf(mail), id));
});
