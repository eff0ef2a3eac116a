import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import '../../../../../src/forge/graphql/lists/read-mails.ts';
import type { Email } from '../../../../../src/forge/shapes/lists.ts';
import { Refused } from '../scripted-client.ts';
import { mailData, scriptedLists } from './scripted-lists.ts';

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

describe('A thread in GraphQL', () => {
	const { open } = scriptedLists();

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

	it('has mails without texts where the forge does not send them', async () => {
		const { client } = await open(threadOf(null, 2, 3), mbox(1, 3));
		const mails = await listAll(client.thread({ email: 1 }));
		assert.deepEqual(
			mails.map(({ envelope }) => envelope),
			[textOf(1), null, textOf(3)],
		);
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
