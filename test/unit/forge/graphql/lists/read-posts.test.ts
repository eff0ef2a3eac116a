import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import '../../../../../src/forge/graphql/lists/read-posts.ts';
import { postSearches } from '../../../../../src/forge/rows/lists.ts';
import { inList, mailData, remote, scriptedLists, senderFailure } from './scripted-lists.ts';

const pageOf = (next: string | null, ...ids: readonly number[]) => ({
	results: ids.map((id) => mailData(id)),
	next,
});
const search = (text: string) => ({ query: { search: text } });

describe('The posts of a list in GraphQL', () => {
	const { open } = scriptedLists();

	it('are the mails that start threads', async () => {
		const threads = { results: [{ root: mailData(2) }, { root: mailData(1) }], next: null };
		const { client } = await open(inList({ threads }));
		const mails = await listAll(client.posts(remote));
		assert.deepEqual(
			mails.map(({ message_id }) => message_id),
			['<2@mail.test>', '<1@mail.test>'],
		);
	});

	it('are all mails if pull requests are left out', async () => {
		const { client, sent } = await open(
			inList({ emails: pageOf('more', 4, 3) }),
			inList({ emails: pageOf(null, 1) }),
		);
		const found: unknown[] = [];
		for await (const { rows, total } of client.posts(remote, search(postSearches.others)))
			found.push([rows.map(({ id }) => id), total]);
		assert.deepEqual(found, [
			[[4, 3], Number.POSITIVE_INFINITY],
			[[1], Number.POSITIVE_INFINITY],
		]);
		assert.deepEqual(sent()[1]?.variables, { list: 'devel', cursor: 'more', owner: 'ana' });
	});

	it('include the mails of a page that has one without a sender', async () => {
		const errors = senderFailure('owner', 'list', 'emails', 'results', 1, 'sender');
		const { client } = await open(
			{ data: { owner: { list: null } }, errors },
			inList({ emails: pageOf(null, 2, 1) }),
		);
		assert.equal((await listAll(client.posts(remote, search(postSearches.others)))).length, 2);
	});

	it('have no pull requests, which the forge does not tell apart', async () => {
		const { client, sent } = await open();
		assert.deepEqual(await listAll(client.posts(remote, search(postSearches.pulls))), []);
		assert.deepEqual(sent(), []);
	});

	it('are found by a quoted Message-ID', async () => {
		const { client, sent } = await open(inList({ message: mailData(5) }), inList({ message: null }));
		const [mail] = await listAll(client.posts(remote, search('"5@mail.test"')));
		assert.equal(mail?.id, 5);
		assert.deepEqual(sent()[0]?.variables, { list: 'devel', message: '<5@mail.test>', owner: 'ana' });
		assert.deepEqual(await listAll(client.posts(remote, search('"6@mail.test"'))), []);
	});

	it('are missing if the list is', async () => {
		const { client } = await open(inList(null), inList(null));
		await assert.rejects(listAll(client.posts(remote)), { kind: 'missing' });
		await assert.rejects(listAll(client.posts(remote, search('"6@mail.test"'))), { kind: 'missing' });
	});

	it('cannot be searched for words', async () => {
		const { client, sent } = await open();
		await assert.rejects(listAll(client.posts(remote, search('is:patch tests'))), {
			kind: 'refused',
			message: 'This forge cannot search mails.',
		});
		assert.deepEqual(sent(), []);
	});
});
