import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { ListAccount } from '../../../../src/patches/state/mailing-lists.ts';
import type { SendFailure, SendOutcome } from '../../../../src/review/state/mail-server/send-outcome.ts';
import type { OutboxMail } from '../../../../src/review/state/outbox-mail.ts';
import { isForList, outboxMailSender } from '../../../../src/review/state/outbox-mail-sender.ts';
import { createReviewComments } from '../../../../src/review/state/review-comments.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { sendMails } from '../../../ui/patches-mails.ts';

const key = { account: 'ana', owner: '~ana', list: 'Devel', messageId: '<1@x>' };
const mailTo = (...to: string[]): OutboxMail => ({
	...{ subject: 'Re: a', series: '[]', answered: 1, comments: [] },
	outgoing: { from: 'ana@example.org', to, raw: '' },
});
const { signal } = new AbortController();
const options = { waitedMs: 0, signal, confirm: async () => {} };

/** Sends mails of an account; undefined if it is signed out. */
function sender(
	outcome: SendFailure | undefined,
	account?: ListAccount,
	more: Partial<Parameters<typeof outboxMailSender>[0]> = {},
) {
	const comments = createReviewComments(memoryStorage(), readable().log);
	return outboxMailSender({
		accountOf: () => account,
		comments: async () => comments,
		deliver: async () => outcome ?? assert.fail('It was handed over'),
		didSend: () => assert.fail('It was not sent'),
		didAnswerLate: () => assert.fail('It was answered'),
		...more,
	});
}

const version = { id: 'a', revision: 1, writer: 'page' };

/** Comments of which one was sent in a mail. */
async function commentSentIn(messageId: string) {
	const comments = createReviewComments(memoryStorage(), readable().log);
	await comments.write({
		...{ ...version, base: null, body: { text: 'One.' } },
		account: { id: 'ana', name: '~ana', instance: 'forge.test' },
		key: { account: 'ana', owner: '~ana', list: 'Devel', mail: 1, lines: { kind: 'whole' } },
	});
	await comments.markSent('a', version, ({ text }) => ({ text, sentIn: messageId }));
	return comments;
}

describe('A mail whose comments were sent in the meantime', () => {
	const { open } = demoLists();

	async function send(messageId: string) {
		const comments = await commentSentIn(messageId);
		const { lists } = await open();
		const sent: string[] = [];
		const sending = sender(undefined, lists.of('ana'), {
			...{ comments: async () => comments, didSend: async (of) => void sent.push(of.messageId) },
		});
		const result = sending.send(key, { ...mailTo('bob@example.org'), comments: [version] }, options);
		return result.finally(() => comments.dispose()).then(({ kind }) => [kind, sent]);
	}

	it('counts as sent if that was done with it', async () =>
		assert.deepEqual(await send(key.messageId), ['sent', [key.messageId]]));

	it('is refused if another mail has them', () =>
		assert.rejects(
			send('<2@x>'),
			/carried over in the meantime\. Discard this mail\. “Finish Review…” sends the comments/,
		));
});

describe('A mail that could not be sent', () => {
	const { open, forge } = demoLists();

	const failureOf = async (outcome: SendFailure, ...to: string[]) => {
		const { lists } = await open();
		const [error] = await sender(outcome, lists.of('ana'))
			.send(key, mailTo(...to), options)
			.then(
				() => assert.fail('It was sent'),
				(one) => [one],
			);
		return [error.kind, error.mayBeDone, error.message];
	};
	const message = 'Something happened.';

	it('is tried again only if the server may take it later', async () => {
		assert.deepEqual(await failureOf({ kind: 'later', message }), ['busy', false, message]);
		for (const kind of ['wrong-password', 'untrusted-certificate', 'wrong-settings'] as const)
			assert.deepEqual(await failureOf({ kind, message }), [
				...['refused', false, `${message} To change this, use Set Up Sending Mail…`],
			]);
		assert.deepEqual(await failureOf({ kind: 'refused', message, recipients: [] }), [
			'refused',
			false,
			message,
		]);
	});

	it('may be on the list only if it was sent there', async () => {
		const unknown = { kind: 'unknown', message } as const;
		assert.deepEqual(await failureOf(unknown, '~Ana/devel@lists.example.org'), [
			...['refused', true],
			`${message} It is not on the list yet, but may still arrive. Before it is sent again, Tildeforge looks for it there.`,
		]);
		assert.deepEqual(await failureOf(unknown, 'bob@example.org'), [
			...['refused', true, `${message} It may have arrived.`],
		]);
		assert.equal(isForList(key, mailTo('~ana/develop@x.org')), false);
		assert.equal(isForList(key, mailTo('u.ana.devel@lists.example.org')), true, 'without a tilde');
	});

	it('is not sent again before the user wants that', async () => {
		const { missing, mark } = sender({ kind: 'later', message });
		const mail = mailTo('bob@example.org');
		assert.equal(mark?.(key, 5), '5');
		await assert.rejects(missing(key, mail, { mark: '5', confirmedAt: 5, signal }), /It may have arrived/);
		assert.equal(await missing(key, mail, { mark: '5', confirmedAt: 6, signal }), mail);
		assert.equal(
			await missing(key, mail, { mark: '5', confirmedAt: 4, signal }),
			mail,
			'the clock was set back',
		);
		const toList = mailTo('~ana/devel@lists.example.org');
		await assert.rejects(missing(key, toList, { mark: '5', confirmedAt: 6, signal }), /signed out/i);
	});

	it('is not handed over again if the server takes it while the user wants it to be sent again', async () => {
		const { lists } = await open();
		const answer = Promise.withResolvers<SendOutcome>();
		const answered = Promise.withResolvers<void>();
		const done: string[] = [];
		const { send } = sender(undefined, lists.of('ana'), {
			deliver: async () => {
				done.push('delivered');
				return { kind: 'unknown', message, answered: answer.promise };
			},
			didSend: async () => void done.push('sent'),
			didAnswerLate: async () => answered.resolve(),
		});
		const mail = mailTo('bob@example.org');
		await assert.rejects(send(key, mail, options), /It may have arrived/);
		const confirm = () => {
			answer.resolve({ kind: 'sent', answer: '250 Queued' });
			return answered.promise;
		};
		await send(key, mail, { ...options, confirm });
		assert.deepEqual(done, ['delivered', 'sent']);
	});

	it('counts as sent if it is found on its list, whereupon the attempt to send it again is stopped', async () => {
		const { lists, cache } = await open();
		const list = await cache('ana', 'editor-devel');
		const done: string[] = [];
		const { send } = sender(undefined, lists.of('ana'), {
			deliver: async () => {
				await sendMails(forge(), [{ id: 'found@example.org', subject: 'Re: a', body: 'Yes.' }]);
				await list.refreshMails();
				return { kind: 'cancelled', message };
			},
			didSend: async () => void done.push('sent'),
		});
		const found = { ...key, list: 'editor-devel', messageId: '<found@example.org>' };
		await send(found, mailTo('~ana/editor-devel@lists.localhost'), options);
		assert.deepEqual(done, ['sent']);
	});

	it('waits while its account is signed out, because only the account says which mail server takes it', async () => {
		await assert.rejects(sender(undefined).send(key, mailTo('bob@example.org'), options), /signed out/);
	});

	it('was not handed over without the lock, or without its comments', async () => {
		const { lists } = await open();
		const mail = mailTo('bob@example.org');
		const lost = new Error('The lock is lost.');
		const { send } = sender(undefined, lists.of('ana'));
		await assert.rejects(send(key, mail, { ...options, confirm: () => Promise.reject(lost) }), lost);
		const comments = () => Promise.reject(new Error('The disk fails.'));
		const unreadable = sender(undefined, lists.of('ana'), { comments });
		const isBusy = (error: unknown) => error instanceof ForgeError && error.kind === 'busy';
		await assert.rejects(unreadable.send(key, mail, options), isBusy);
	});

	it('was certainly not sent if its window closes before it was handed over', async () => {
		const { lists } = await open();
		const closing = AbortSignal.abort();
		const { send } = sender({ kind: 'cancelled', message }, lists.of('ana'));
		await assert.rejects(send(key, mailTo('bob@example.org'), { ...options, signal: closing }), {
			...{ name: 'ForgeError', kind: 'busy', mayBeDone: false },
		});
	});
});
