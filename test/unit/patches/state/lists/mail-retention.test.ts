import assert from 'node:assert/strict';
import { outdatedMails } from '../../../../../src/patches/state/lists/mail-retention.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { listedMail } from './listed-mails.ts';

const me = { canonical_name: '~ana', name: 'Ana' };

/** A list of threads of a mail and its reply, and which of the first five threads are kept. */
async function keptThreads(
	change: (mail: MailSummary) => MailSummary,
	read: readonly number[] = [],
	threads = 2001,
): Promise<readonly number[]> {
	const mails = Array.from({ length: threads }, (_, nth) => {
		const first = nth * 2 + 1;
		return [listedMail(first), listedMail(first + 1, { parent: first, thread: first })];
	});
	const all = new Map(mails.flat().map((mail) => [mail.id, change(mail)]));
	const outdated = await outdatedMails(all, async () => new Set(read), '~ana');
	for (const id of outdated) all.delete(id);
	return [1, 3, 5, 7, 9].filter((id) => all.has(id) && all.has(id + 1));
}

const same = (mail: MailSummary) => mail;
const withFirst = (change: Partial<MailSummary>) => (mail: MailSummary) =>
	mail.id <= 2 ? { ...mail, ...(mail.id === 1 ? change : {}) } : mail;

describe('The mails of a list that need not be stored', () => {
	it('are those of old threads', async () => {
		const mails = new Map(Array.from({ length: 5000 }, (_, nth) => [nth + 1, listedMail(nth + 1)] as const));
		const outdated = await outdatedMails(mails, async () => new Set(), '~ana');
		assert.deepEqual(
			outdated,
			Array.from({ length: 2000 }, (_, nth) => nth + 1),
		);
	});

	it('are none as long as there are not many mails', async () =>
		assert.deepEqual(await keptThreads(same, [], 2000), [1, 3, 5, 7, 9]));

	it('are not those of threads that the user has read', async () =>
		assert.deepEqual(await keptThreads(same, [4, 9, 100_000]), [3, 9]));

	it('are not those of threads that the user has begun', async () =>
		assert.deepEqual(await keptThreads(withFirst({ sender: me })), [1]));

	it('are not those of threads with a patchset of the user', async () => {
		const patchset = { id: 1, submitter: null };
		const reply = (mail: MailSummary) => (mail.id === 4 ? { ...mail, sender: me, patchset } : mail);
		assert.deepEqual(await keptThreads(reply), [3]);
	});

	it('are also those of threads of others to which the user has replied', async () =>
		assert.deepEqual(await keptThreads((mail) => (mail.id === 4 ? { ...mail, sender: me } : mail)), []));

	it('are not those of old threads with a new mail', async () =>
		assert.deepEqual(
			await keptThreads((mail) => (mail.id === 4002 ? { ...mail, parent: 5, thread: 5 } : mail)),
			[5],
		));
});
