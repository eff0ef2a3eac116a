import assert from 'node:assert/strict';
import { messageIdText } from '../../../../src/patches/model/message-id-text.ts';

describe('The text of a Message-ID', () => {
	it('has no angle brackets, and is unknown for a mail that has none, or a malformed one', () => {
		assert.equal(messageIdText('<a/b+c@example.org>'), 'a/b+c@example.org');
		for (const none of [undefined, '', 'mail 7', '<a b>']) assert.equal(messageIdText(none), undefined);
	});
});
