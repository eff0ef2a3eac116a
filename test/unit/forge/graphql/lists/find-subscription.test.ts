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
});
