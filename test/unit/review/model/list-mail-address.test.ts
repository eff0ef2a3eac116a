import assert from 'node:assert/strict';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import {
	hostOfList,
	privateRecipient,
	usualHostOfList,
} from '../../../../src/review/model/list-mail-address.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const mail = (from: string, host: string, name = '~ana/editor-devel') =>
	parseMail(`From: ${from}\nTo: Bob <bob@x>, ${name}@${host}\n\n`);

describe('The host of a list', () => {
	it('is the one that most senders have written to', () => {
		const sent = [mail('a@x', 'mail.test'), mail('b@x', 'mail.test'), mail('c@x', 'forge.test')];
		assert.equal(usualHostOfList(list, sent), 'mail.test');
		assert.equal(usualHostOfList(list, []), undefined);
		assert.equal(usualHostOfList(list, [mail('a@x', 'old.test', '~ana/editor-devel-announce')]), undefined);
	});

	it('is the same for senders whose mail programs accept no tilde', () => {
		const sent = [mail('a@x', 'mail.test', 'u.Ana.editor-devel'), mail('b@x', 'mail.test')];
		assert.equal(usualHostOfList(list, sent), 'mail.test');
		assert.equal(hostOfList(list, mail('a@x', 'mail.test', 'u.ana.editor')), undefined);
		assert.equal(hostOfList(list, mail('a@x', 'mail.test', 'u.ana.editor-devel+subscribe')), undefined);
	});

	it('is not what one sender writes in any number of mails', () => {
		const hostile = ['1', '2', '3'].map(() => mail('Eve@evil.test', 'evil.test'));
		const others = [mail('a@x', 'forge.test'), mail('b@x', 'forge.test')];
		assert.equal(usualHostOfList(list, [...hostile, ...others]), 'forge.test');
		assert.equal(
			usualHostOfList(list, [...hostile, mail('a@x', 'old.test')]),
			undefined,
			'half of the senders are not most',
		);
	});

	it('is found in a mail in any case of letters', () => {
		assert.equal(hostOfList(list, mail('a@x', 'Lists.TEST', '~Ana/editor-devel')), 'lists.test');
		assert.equal(hostOfList(list, mail('a@x', 'lists.test', '~bob/editor-devel')), undefined);
	});
});

describe('The recipient of a private answer', () => {
	const recipient = (from: string, ...replyTo: readonly string[]) =>
		privateRecipient(list, parseMail(`From: ${from}\nReply-To: ${replyTo.join(', ')}\n\n`))?.email;

	for (const address of [
		'~ana/editor-devel@lists.test',
		'~Ana/Editor-devel@LISTS.test',
		'~ana/editor-devel@old.test',
		'~ana/editor-devel+subscribe@lists.test',
		'~bob/other@lists.test',
		'U.Ana.editor-devel@lists.test',
	])
		it(`is not a list, such as ${address}`, () => {
			assert.equal(recipient('Bob <bob@x>', address), 'bob@x');
			assert.equal(recipient('Bob <bob@x>', address, 'rob@x'), 'rob@x');
			assert.equal(recipient(`Bob via devel <${address}>`), undefined);
		});

	it('is not another list of the same host, whose address has no tilde', () => {
		const text = (host: string) =>
			`From: Bob <bob@x>\nTo: ~ana/editor-devel@lists.test\nReply-To: U.bob.other@${host}\n\n`;
		assert.equal(privateRecipient(list, parseMail(text('Lists.test')))?.email, 'bob@x');
		assert.equal(privateRecipient(list, parseMail(text('mail.test')))?.email, 'U.bob.other@mail.test');
	});

	it('is the one that the sender wants, also with a name like the one of a list', () => {
		assert.equal(recipient('Bob <bob@x>', '~rob@x'), '~rob@x');
		assert.equal(recipient('Bob <bob@x>', 'u.bob.editor@x'), 'u.bob.editor@x');
	});
});
