import assert from 'node:assert/strict';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { listMailAddress } from '../../../../src/patches/model/list-mail-address.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };

describe('The mail address of a list', () => {
	it('is the one that the mail was sent to, or else at the host of the forge', () => {
		const sent = parseMail('To: Bob <bob@x>, ~Ana/editor-devel@lists.old.test\n\n');
		assert.equal(listMailAddress(list, sent, 'https://lists.forge.test'), '~Ana/editor-devel@lists.old.test');
		const other = parseMail('To: ~ana/editor-devel-announce@lists.old.test\n\n');
		const usual = '~ana/editor-devel@lists.forge.test';
		assert.equal(listMailAddress(list, other, 'https://lists.forge.test/x'), usual);
		assert.equal(listMailAddress(list, other, undefined), undefined);
	});
});
