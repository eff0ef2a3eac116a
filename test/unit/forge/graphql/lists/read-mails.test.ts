import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import '../../../../../src/forge/graphql/lists/read-mails.ts';
import type { Email } from '../../../../../src/forge/shapes/lists.ts';
import { dropped, Refused } from '../scripted-client.ts';
import { mailData, scriptedLists, senderFailure } from './scripted-lists.ts';

const textOf = (id: number) => `Message-ID: <${id}@mail.test>\r\n\r\nText ${id}\r\n`;
const mbox = (...ids: readonly number[]) =>
	ids.map((id) => `From a@x\n${textOf(id).replaceAll('\r\n', '\n')}\n`).join('');
const reply = (id: number) => mailData(id, { root: 1 });
const threadOf = (next: string | null, ...replies: readonly number[]) => ({
	data: { mail: { thread: { root: mailData(1), descendants: { results: replies.map(reply), next } } } },
});

/** Each of these mails is there once, in this order, with its text. */
function assertMails(mails: readonly Email[], ids: readonly number[]): void {
	assert.deepEqual(
		mails.map(({ id, envelope }) => [id, envelope]),
		ids.map((id) => [id, textOf(id)]),
	);
}

describe('A mail in GraphQL', () => {
	const { open } = scriptedLists();

	it('is read together with its text, which has an address of its own', async () => {
		const thread = { root: { id: 1 }, replies: 3, participants: 2 };
		const { client, sent } = await open({ data: { mail: { ...mailData(1), thread } } }, textOf(1));
		const mail = await client.email({ email: 1 });
		assert.deepEqual([mail.envelope, mail.replies, mail.participants], [textOf(1), 3, 2]);
		assert.equal(sent()[1]?.document, '/query/email/1');
	});

	it('counts its thread only if it starts that', async () => {
		const thread = { root: { id: 1 }, replies: 3, participants: 2 };
		const { client } = await open({ data: { mail: { ...mailData(2), thread } } }, textOf(2));
		const mail = await client.email({ email: 2 });
		assert.deepEqual([mail.thread_id, mail.replies, mail.participants], [1, null, null]);
	});

	it('that the forge finds no sender of is read without', async () => {
		const errors = senderFailure('mail', 'sender');
		const withoutSender = { data: { mail: mailData(1, { sender: undefined }) } };
		const { client } = await open({ data: { mail: null }, errors }, withoutSender, textOf(1));
		const mail = await client.email({ email: 1 });
		assert.deepEqual([mail.sender, mail.envelope], [null, textOf(1)]);
	});

	it('is not found by its Message-ID alone', async () => {
		const { client, sent } = await open();
		await assert.rejects(client.email({ email: '<1@mail.test>' }), { kind: 'missing' });
		assert.deepEqual(sent(), []);
	});
});

describe('A thread in GraphQL', () => {
	const { open } = scriptedLists();

	it('is not found by a Message-ID alone', async () => {
		const { client, sent } = await open();
		await assert.rejects(listAll(client.thread({ email: '<1@mail.test>' })), { kind: 'missing' });
		assert.deepEqual(sent(), []);
	});

	it('is read with all texts in two requests', async () => {
		const { client, sent } = await open(threadOf(null, 2, 3), mbox(1, 2, 3));
		const mails = await listAll(client.thread({ email: 2 }));
		assert.deepEqual(
			mails.map(({ id, thread_id, envelope }) => [id, thread_id, envelope]),
			[
				[1, null, textOf(1)],
				[2, 1, textOf(2)],
				[3, 1, textOf(3)],
			],
		);
		assert.deepEqual(sent()[1]?.document, '/query/thread/1.mbox');
	});

	it('with more replies than a page has is completed by the mails that have text of their own', async () => {
		const blocks = [1, 2, 4, 4].map((id) => ({ source: id === 1 ? mailData(1) : reply(id) }));
		const { client } = await open(
			threadOf('more', 2, 3),
			{ data: { mail: { thread: { blocks } } } },
			mbox(1, 2, 3, 4),
		);
		assertMails(await listAll(client.thread({ email: 1 })), [1, 2, 3, 4]);
	});

	for (const [message, attempts] of [
		['context deadline exceeded', 1],
		['internal system error', 2],
	] as const)
		it(`with more replies than a page has is read as far as possible after “${message}”`, async () => {
			const errors = [{ message, path: ['mail', 'thread', 'blocks', 3] }];
			const fails = Array.from({ length: attempts }, () => ({ data: { mail: null }, errors }));
			const { client } = await open(threadOf('more', 2, 3), ...fails, mbox(1, 2, 3), ...fails);
			const mails = client.thread({ email: 1 })[Symbol.asyncIterator]();
			const first = await mails.next();
			assertMails(first.value.rows, [1, 2, 3]);
			// A timeout would say that the forge cannot be reached, and end what else is read of the series.
			await assert.rejects(mails.next(), {
				kind: 'surprise',
				message: /^Only the first replies could be read\. \S/,
			});
		});

	it('with more replies than a page has is whole if the forge answers at the second attempt', async () => {
		const errors = [{ message: 'context deadline exceeded', path: ['mail', 'thread', 'blocks', 3] }];
		const blocks = [1, 2, 4].map((id) => ({ source: id === 1 ? mailData(1) : reply(id) }));
		const { client } = await open(
			threadOf('more', 2, 3),
			{ data: { mail: null }, errors },
			mbox(1, 2, 3, 4),
			{ data: { mail: { thread: { blocks } } } },
			mbox(1, 2, 3, 4),
		);
		assertMails(await listAll(client.thread({ email: 1 })), [1, 2, 3, 4]);
	});

	it('is not read in part while the forge is busy', async () => {
		const busy = Array.from({ length: 4 }, () => new Refused(503));
		const { client } = await open(threadOf('more', 2, 3), ...busy, mbox(1, 2, 3));
		await assert.rejects(listAll(client.thread({ email: 1 })), { kind: 'busy' });
	});

	it('has mails without texts where the forge does not send them', async () => {
		const { client } = await open(threadOf(null, 2, 3), mbox(1, 3));
		const mails = await listAll(client.thread({ email: 1 }));
		assert.deepEqual(
			mails.map(({ envelope }) => envelope),
			[textOf(1), null, textOf(3)],
		);
	});

	// Each request is tried four times.
	for (const [what, ...failures] of [
		['does not have them together', new Refused(404)],
		['takes too long', ...Array.from({ length: 4 }, () => new Refused(504))],
		['fails because of one of them', ...Array.from({ length: 4 }, () => dropped)],
	] as const)
		it(`has mails without texts if the forge ${what}`, async () => {
			const { client, sent } = await open(threadOf(null, 2), ...failures);
			const mails = await listAll(client.thread({ email: 1 }));
			assert.deepEqual(
				mails.map(({ id, envelope }) => [id, envelope]),
				[1, 2].map((id) => [id, null]),
			);
			assert.equal(sent().length, 1 + failures.length);
		});

	it('is not read with a token that the forge refuses for the texts', async () => {
		const refused = new Refused(403, 'Invalid or expired OAuth 2.0 bearer token');
		const { client } = await open(threadOf(null, 2), refused);
		await assert.rejects(listAll(client.thread({ email: 1 })), { kind: 'signed-out' });
	});
});

describe('The patches of a patchset in GraphQL', () => {
	const { open } = scriptedLists();

	it('have the order of the series, in whichever order they have arrived', async () => {
		const patch = (id: number, index: number) => mailData(id, { root: 1, patch: { index } });
		const list = { id: 7, name: 'devel', owner: { canonical_name: '~ana' } };
		const results = [patch(4, 2), patch(3, 3), patch(5, 1)];
		const { client } = await open({ data: { patchset: { list, patches: { results, next: 'again' } } } });
		const mails = await listAll(client.patches({ owner: '~ana', list: 'devel', patchset: 3 }));
		assert.deepEqual(
			mails.map(({ id }) => id),
			[5, 4, 3],
		);
	});
});
