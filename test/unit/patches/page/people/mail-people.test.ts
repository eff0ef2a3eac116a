import assert from 'node:assert/strict';
import { addressPerson, senderKey, senderOf } from '../../../../../src/patches/page/people/mail-people.ts';
import { sentMail } from '../../../../kit/pages/readings.ts';

describe('The sender of a mail', () => {
	it('is the person of the From header otherwise', () => {
		const mail = sentMail({ id: 1, subject: 'A question', from: 'Bob <BOB@example.org>' });
		assert.deepEqual(senderOf(mail), {
			kind: 'email',
			name: 'Bob',
			address: 'BOB@example.org',
			from: 'by email',
		});
		assert.equal(senderKey(mail), 'bob@example.org');
	});

	it('is unknown if the mail does not say', () => {
		assert.equal(addressPerson({ name: '', email: '' }).kind, 'unknown');
	});
});
