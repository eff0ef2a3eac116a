import assert from 'node:assert/strict';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { headerAddress, headerField, headerText } from '../../../../src/mail/compose/header-field.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';

const texts = fc.array(
	fc.constantFrom(
		...['word', 'Größe', '大きさ', '😀', '=?UTF-8?Q?x?=', '"quoted"', '\\', '<a@b>', ',', '(', ')', ':'],
		...['\r\nBcc: all@example.org', '\n\n', '\0', '\t', '  ', '\u2028', 'x'.repeat(950), '=', '_', '?'],
	),
	{ maxLength: 20 },
);
const text = fc.oneof(
	texts.map((all) => all.join(' ')),
	texts.map((all) => all.join('')),
);

/** What a reader is to find: white space and control characters are one space. */
const readable = (written: string) => written.replace(/[\p{Cc}\u2028 ]+/gu, ' ').trim();

describe('The field of a composed header', () => {
	it('is one field for every text, which other readers decode as it was', async () => {
		await fc.assert(
			fc.asyncProperty(text, text, async (subject, name) => {
				const from = headerAddress({ name, email: 'ana@example.org' }) ?? assert.fail();
				const header = `${headerField('Subject', headerText(subject))}\n${headerField('From', from)}\n\n`;
				const mail = parseMail(header);
				assert.equal(mail.subject, readable(subject));
				assert.deepEqual(mail.from, { name: readable(name), email: 'ana@example.org' });
				const other = await PostalMime.parse(header);
				assert.deepEqual(
					other.headers.map(({ key }) => key),
					['subject', 'from'],
				);
				assert.equal(other.subject ?? '', readable(subject));
				assert.equal(other.from?.address, 'ana@example.org');
			}),
		);
	});

	it('is folded at its spaces into lines of at most 76 characters', () => {
		const folded = headerField('Subject', 'word '.repeat(60).trim());
		assert.ok(folded.split('\n').every((line) => line.length <= 76));
		assert.equal(folded.replaceAll('\n', ''), `Subject: ${'word '.repeat(60).trim()}`);
		const person = { name: 'x'.repeat(2000), email: 'ana@example.org' };
		const long = headerField('From', headerAddress(person) ?? assert.fail());
		assert.ok(long.split('\n').every((line) => line.length <= 76));
		assert.deepEqual(parseMail(`${long}\n\n`).from, person);
	});

	it('has only addresses of the usual form', () => {
		const bad = [
			'',
			'ana',
			'ana@',
			'@x',
			'a b@x',
			'a@x\r\nBcc: b@x',
			'"a b"@x',
			'a@x,b@x',
			'ä@x',
			'a@x>',
			'a@-x',
			'.a@x.org',
			'a.@x.org',
			'a..b@x.org',
			'a@x..org',
			'a@bü cher.example',
		];
		for (const email of bad) assert.equal(headerAddress({ name: 'Ana', email }), undefined, email);
		for (const email of ['ana+list@example.org', '~ana/editor-devel@lists.forge.test', 'a@localhost'])
			assert.equal(headerAddress({ name: '', email }), email);
	});

	it('has the ASCII form of an international domain', () => {
		const ana = (domain: string) => headerAddress({ name: 'Ana', email: `ana@${domain}` });
		assert.equal(ana('bücher.example'), 'Ana <ana@xn--bcher-kva.example>');
		assert.equal(ana('BÜCHER.example'), ana('bücher.example'));
		assert.equal(ana('bücher.example/x'), undefined);
	});
});
