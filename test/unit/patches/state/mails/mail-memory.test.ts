import assert from 'node:assert/strict';
import { type KnownMail, MailMemory } from '../../../../../src/patches/state/mails/mail-memory.ts';
import { listedMail } from '../lists/listed-mails.ts';

const mail = (id: number, length: number): KnownMail => ({
	summary: listedMail(id),
	raw: `Subject: ${id}\n\n`.padEnd(length, 'x'),
});

describe('The memory for mails', () => {
	const knownIn = (memory: MailMemory) => [1, 2, 3].filter((id) => memory.has(id));

	it('forgets the mails that were used longest ago', () => {
		const memory = new MailMemory(100);
		memory.put(mail(1, 40));
		memory.put(mail(2, 40));
		assert.equal(memory.fullMail(1)?.mail.subject, '1');
		memory.put(mail(3, 40));
		assert.deepEqual(knownIn(memory), [1, 3]);
		assert.equal(memory.fullMail(2), undefined);
	});
});
