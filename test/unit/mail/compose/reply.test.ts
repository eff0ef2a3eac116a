import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import { mailDocument } from '../../../../src/mail/compose/mail-document.ts';
import { parseMailDocument } from '../../../../src/mail/compose/parse-mail-document.ts';
import {
	replyAddress,
	replyFile,
	replyTo,
	unreachableAddresses,
} from '../../../../src/mail/compose/reply.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { safeAddress } from '../../../../src/platform/model/addresses.ts';

const list = '~ana/editor-devel@lists.forge.test';
const mailOf = (fields: readonly string[], text = 'Text.\n') =>
	parseMail(
		`${['From: Bob Ellis <bob@example.org>', 'Message-ID: <b@example.org>', ...fields].join('\n')}\n\n${text}`,
	);
const replied = (...fields: readonly string[]) => replyTo(mailOf(fields), list);

describe('A reply', () => {
	it('goes to the list, and copies to the sender and all others who got the mail', () => {
		const { to, cc } = replied(
			`To: ${list.toUpperCase()}, Ana <ana@example.org>`,
			'Cc: "Nowak, Carol" <carol@example.org>, BOB@example.org, Undisclosed:;, broken@',
		);
		assert.equal(to, list);
		assert.deepEqual(
			cc.map(({ email }) => email),
			['bob@example.org', 'ana@example.org', 'carol@example.org'],
		);
	});

	it('has a copy for an address with an international domain, and names those that no server accepts', () => {
		const fields = [
			'To: Zoe <Zoe@bücher.example>, zoe@xn--bcher-kva.example, a..b@x.org',
			'Cc: .a@x.org, jürgen@x.org, A <a..b@x.org>, Nobody, kim@x.org',
		];
		const { cc } = replied(...fields);
		assert.deepEqual(
			cc.map(({ name, email }) => `${name} ${email}`),
			['Bob Ellis bob@example.org', 'Zoe Zoe@xn--bcher-kva.example', ' kim@x.org'],
		);
		const unreachable = unreachableAddresses(mailOf(fields), list);
		assert.deepEqual(unreachable, ['a..b@x.org', '.a@x.org', 'jürgen@x.org']);
	});

	it('can be sent, however long the subject is', () => {
		const reply = replied(`Subject: ${'😀'.repeat(2000)}`);
		const composed = { ...reply, from: undefined, cc: [] };
		const { subject } = parseMailDocument(`${mailDocument(composed)}\nYes.\n`, {
			...composed,
			composed: mailDocument(composed),
		});
		assert.match(subject, /^Re: 😀+.?…$/u);
	});

	it('has a copy for whom the sender wants to get replies', () => {
		const of = (replyTo: string) => replied(`Reply-To: ${replyTo}`).cc.map(({ email }) => email);
		assert.deepEqual(of('office@example.org'), ['office@example.org']);
		assert.deepEqual(of(list), ['bob@example.org']);
	});

	it('has no copy for the list at another host', () => {
		const elsewhere = '~Ana/editor-devel@other.test';
		const { cc } = replied(`To: ${elsewhere}, ~ana/other@other.test`, `Reply-To: ${elsewhere}`);
		assert.deepEqual(
			cc.map(({ email }) => email),
			['bob@example.org', '~ana/other@other.test'],
		);
	});

	it('has no copy for the list by its name without a tilde', () => {
		const { cc } = replied('To: U.ana.editor-devel@lists.forge.test, u.ana.editor@lists.forge.test');
		assert.deepEqual(
			cc.map(({ email }) => email),
			['bob@example.org', 'u.ana.editor@lists.forge.test'],
		);
	});

	for (const [subject, reply] of [
		['[PATCH v2] Wrap', 'Re: [PATCH v2] Wrap'],
		['Re: [PATCH v2] Wrap', 'Re: [PATCH v2] Wrap'],
		['AW: Wrap', 'AW: Wrap'],
		['Reading', 'Re: Reading'],
	] as const)
		it(`to “${subject}” has the subject “${reply}”`, () =>
			assert.equal(replied(`Subject: ${subject}`).subject, reply));

	it('names the mails before it', () => {
		assert.deepEqual(replied('In-Reply-To: <a@example.org>').references, [
			'<a@example.org>',
			'<b@example.org>',
		]);
		assert.deepEqual(replied('References: <0@example.org>', 'In-Reply-To: <a@example.org>').references, [
			'<0@example.org>',
			'<b@example.org>',
		]);
		const all = Array.from({ length: 99 }, (_, nth) => `<${nth}@example.org>`);
		const { references, inReplyTo } = replied(`References: ${all.join(' ')}`);
		assert.deepEqual([references.length, references[0], references.at(-1)], [30, all[0], '<b@example.org>']);
		assert.equal(inReplyTo, '<b@example.org>');
	});

	it('quotes the text without its signature, or only what is selected', () => {
		const date = 'Date: Mon, 23 Nov 2026 10:00:00 +0100 (CET)';
		const mail = mailOf([date], 'One\r\n\r\n> two\r\n>> three\r\n-- \r\nBob\r\n');
		const said = 'On Mon, 23 Nov 2026 10:00:00 +0100, Bob Ellis wrote:';
		assert.equal(replyTo(mail, list).body, `${said}\n> One\n>\n>> two\n>>> three\n`);
		assert.equal(replyTo(mail, list, 'One').body, `${said}\n> One\n`);
	});

	it('is made at once, whatever the mail is', () => {
		const text = `-- \n${'a'.repeat(5000)}\n`.repeat(200);
		const mail = { ...mailOf([], text), dateText: '('.repeat(200_000), subject: ' '.repeat(200_000) };
		const { body } = replyTo({ ...mail, from: { name: '\t'.repeat(200_000), email: 'b@x' } }, list);
		assert.ok(body.includes('the sender wrote:'), body.slice(0, 200));
	});

	it('is a file that other programs read as it is', async () => {
		const text = 'Größe\nFrom here\n'.repeat(3);
		const mail = mailOf(['Subject: Größe', 'Cc: Zoë <zoe@example.org>', 'References: <a@example.org>'], text);
		const file = replyFile(replyTo(mail, list));
		assert.doesNotMatch(file, /[^\r]\n/);
		const read = await PostalMime.parse(file);
		assert.equal(read.subject, 'Re: Größe');
		assert.equal(read.to?.[0]?.address, list);
		assert.deepEqual(
			read.cc?.map(({ name, address }) => [name, address]),
			[
				['Bob Ellis', 'bob@example.org'],
				['Zoë', 'zoe@example.org'],
			],
		);
		assert.equal(read.inReplyTo, '<b@example.org>');
		assert.equal(read.references, '<a@example.org> <b@example.org>');
		assert.match(read.text ?? '', /> Größe\r?\n> From here/);
	});

	it('is an address that opens in a mail program, whatever its text', () => {
		const mail = mailOf(['Subject: A & B? #1 100%'], 'x=1&bcc=all@example.org\n');
		const address = replyAddress(replyTo(mail, list), true);
		assert.equal(safeAddress(address), address);
		const { pathname, searchParams } = new URL(address);
		assert.equal(decodeURIComponent(pathname), list);
		assert.deepEqual([...searchParams.keys()], ['cc', 'subject', 'in-reply-to', 'body']);
		assert.equal(searchParams.get('subject'), 'Re: A & B? #1 100%');
		assert.equal(searchParams.get('body'), 'Bob Ellis wrote:\r\n> x=1&bcc=all@example.org\r\n');
		assert.doesNotMatch(replyAddress(replyTo(mail, list), false), /body=/);
	});

	it('has no fields or recipients that a mail has tried to add', () => {
		const mail = mailOf([
			'Subject: =?utf-8?q?a=0D=0ABcc:_all@example.org?=',
			'Cc: =?utf-8?q?a=0ABcc:_all?= <x@example.org>, a@b@c, "a\\nb"@example.org',
		]);
		const reply = replyTo({ ...mail, messageId: '<a@b>\r\nBcc: <c@d>' }, list);
		assert.doesNotMatch(replyFile(reply), /^Bcc|^In-Reply-To/im);
		assert.deepEqual(
			reply.cc.map(({ email }) => email),
			['bob@example.org', 'x@example.org'],
		);
		const crowd = Array.from({ length: 999 }, (_, nth) => `u${nth}@example.org`).join(', ');
		assert.equal(replied(`To: ${crowd}`).cc.length, 50);
	});
});
