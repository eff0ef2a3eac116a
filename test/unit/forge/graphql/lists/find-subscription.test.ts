import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import '../../../../../src/forge/graphql/find-in-pages.ts';
import '../../../../../src/forge/graphql/lists/find-subscription.ts';
import { scriptedLists } from './scripted-lists.ts';

const list = (id: number) => ({ id, name: `list${id}`, owner: { canonical_name: '~ana' } });
const pageOf = (next: string | null, ...results: readonly object[]) => ({
	data: { subscriptions: { results, next } },
});

describe('A subscription in GraphQL', () => {
	const { open } = scriptedLists();

	it('is to a list', async () => {
		const { client } = await open(
			pageOf(null, { id: 2, created: '', list: list(7) }, { id: 1, created: '' }),
		);
		const found = await listAll(client.subscriptions({}));
		assert.deepEqual(
			found.map((subscription) => [subscription.id, subscription.list.name]),
			[[2, 'list7']],
		);
	});

	it('is found by its number among all', async () => {
		const { client, sent } = await open(
			pageOf('more', { id: 2, list: list(7) }),
			pageOf(null, { id: 1, list: list(8) }),
		);
		assert.equal((await client.subscription({ subscription: 1 })).list.name, 'list8');
		assert.deepEqual(sent()[1]?.variables, { cursor: 'more' });
	});

	it('is missing if a page repeats the one before', async () => {
		const page = pageOf('again', { id: 2, list: list(7) });
		const { client, sent } = await open(page, page, page);
		await assert.rejects(client.subscription({ subscription: 1 }), { kind: 'missing' });
		assert.equal(sent().length, 2);
	});

	it('is looked for behind pages of subscriptions to anything else', async () => {
		const { client } = await open(
			pageOf('more', { id: 3 }),
			pageOf('last', { id: 2 }),
			pageOf(null, { id: 1, list: list(8) }),
		);
		assert.equal((await client.subscription({ subscription: 1 })).list.name, 'list8');
	});

	it('is ended by the number of its list', async () => {
		const { client, sent } = await open(pageOf(null, { id: 2, list: list(7) }), {
			data: { subscription: { id: 2 } },
		});
		await client.unsubscribe({ subscription: 2 });
		assert.deepEqual(sent()[1]?.variables, { list: 7 });
	});

	it('that is not there is missing', async () => {
		const { client } = await open(pageOf(null, { id: 2, list: list(7) }));
		await assert.rejects(client.unsubscribe({ subscription: 3 }), { kind: 'missing' });
	});
});
