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

	it('keeps a mail of which the summary was used', () => {
		const memory = new MailMemory(100);
		memory.put(mail(1, 40));
		memory.put(mail(2, 40));
		assert.deepEqual(memory.summary(1), mail(1, 40).summary);
		memory.put(mail(3, 40));
		assert.deepEqual(knownIn(memory), [1, 3]);
		assert.equal(memory.summary(2), undefined);
	});

	it('has a mail that is longer than its limit until the next one', () => {
		const memory = new MailMemory(100);
		memory.put(mail(1, 200));
		assert.deepEqual(knownIn(memory), [1]);
		memory.put(mail(2, 20));
		assert.deepEqual(knownIn(memory), [2]);
	});

	it('parses a mail once', () => {
		const memory = new MailMemory(100);
		memory.put(mail(1, 40));
		const before = memory.fullMail(1);
		memory.put(mail(1, 40));
		assert.equal(memory.fullMail(1), before);
		memory.put({ ...mail(1, 40), raw: 'Subject: changed\n\n' });
		assert.equal(memory.fullMail(1)?.mail.subject, 'changed');
	});
});
