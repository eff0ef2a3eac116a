import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { isLate } from '../../../../src/patches/model/review-comment.ts';
import type { MailingLists } from '../../../../src/patches/state/mailing-lists.ts';
import type { OutboxMail } from '../../../../src/review/state/outbox-mail.ts';
import { createReviewComments } from '../../../../src/review/state/review-comments.ts';
import { keepSent } from '../../../../src/review/state/sent-texts.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { firstVersion } from '../commands/a-mail.ts';

const key = { account: 'ana', owner: '~ana', list: 'devel', messageId: '<1@x>' };
const lists = { of: () => undefined } as Partial<MailingLists> as MailingLists;
const mail = (to: string): OutboxMail => ({
	...{ subject: 'Re: a', series: '[]', answered: 1, comments: ['a', 'b', 'c'].map(firstVersion) },
	outgoing: { from: 'ana@example.org', to: [to], raw: 'Subject: Re: a\n\nText.\n' },
	status: { patchset: 1, change: { status: 'approved' } },
});

describe('The comments of a mail that was sent', () => {
	/** `isWritten`: whether the later version of a comment is on the disk when the mail was sent. */
	async function sentTo(to: string, isWritten = true) {
		const comments = createReviewComments(memoryStorage(), readable().log);
		for (const id of ['a', 'b', 'c'])
			await comments.write({
				...{ ...firstVersion(id), base: null, body: { text: id } },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { account: 'ana', owner: '~ana', list: 'devel', mail: 1, lines: { kind: 'whole' } },
			});
		const { account, key: about } = comments.get('a') ?? assert.fail();
		const writing = comments.write({
			id: 'a',
			revision: 2,
			writer: 'page',
			base: null,
			body: { text: 'a, later' },
			account,
			key: about,
		});
		if (isWritten) await writing;
		await keepSent(comments, lists, key, mail(to));
		await writing;
		comments.dispose();
		const drafts = comments.editing.map(({ body }) => body.text);
		assert.deepEqual(drafts, ['a, later']);
		return ['a', 'b', 'c'].map((id) => comments.get(id) ?? assert.fail());
	}

	it('have it once, without its status, with the first one that was not changed since', async () => {
		const { status: _, ...kept } = mail('~ana/devel@lists.test');
		assert.deepEqual(
			(await sentTo('~ana/devel@lists.test')).map(({ state, body }) => [state, body.mail]),
			[
				['editing', undefined],
				['sent', kept],
				['sent', undefined],
			],
		);
	});

	it('were sent as they are in the mail, also if the user goes on writing meanwhile', async () =>
		assert.deepEqual(
			(await sentTo('~ana/devel@lists.test', false)).map(({ state, body }) => [state, body.text]),
			[
				['sent', 'a'],
				['sent', 'b'],
				['sent', 'c'],
			],
		));

	it('do not have it if it is not for the list', async () =>
		assert.deepEqual(
			(await sentTo('bob@example.org')).map(({ body }) => [body.isPrivate, body.mail]),
			[
				[undefined, undefined],
				[true, undefined],
				[true, undefined],
			],
		));

	it('should be on the list after a quarter of an hour, and if the clock was set back', async () => {
		const [, sent = assert.fail()] = await sentTo('~ana/devel@lists.test');
		assert.deepEqual(
			[15, 16, -16].map((minutes) => isLate(sent, sent.saved + minutes * 60_000)),
			[false, true, true],
		);
	});
});
