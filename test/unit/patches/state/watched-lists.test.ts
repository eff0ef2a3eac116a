import assert from 'node:assert/strict';
import { watchedLists } from '../../../../src/patches/state/watched-lists.ts';
import { demoLists } from './demo-lists.ts';

describe('The mailing lists of the inbox', () => {
	const { open, forge } = demoLists();

	it('are those of all accounts, and report what happens, but not the statuses that the user has set', async () => {
		const window = await open({ names: ['ana'] });
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const own = {
			read: async () => {},
			has: ({ patchset }: { readonly patchset: number }) => patchset === 14,
		};
		const items = watchedLists(window.lists, own);
		await window.lists.of('ana')?.lists.own.refresh();
		const { signal } = new AbortController();
		const list = items.watched.find(({ spelled }) => spelled.includes('"editor-devel"')) ?? assert.fail();
		assert.equal(list.server, forge().addresses.lists);
		const { cursor } = await list.read({ cursor: undefined, deliveries: [], signal });
		const client = window.lists.of('ana')?.client ?? assert.fail();
		for (const patchset of [13, 14])
			await client.updatePatchset({ owner: '~ana', list: 'editor-devel', patchset }, { status: 'applied' });
		await Promise.all([13, 14].map((patchset) => cache.readPatchset(patchset)));
		const { events } = await list.read({ cursor, deliveries: [], signal });
		assert.deepEqual(
			events.map((event) => [event.kind, 'item' in event && event.item]),
			[['patchset-status', { ...cache.key, patchset: 13 }]],
		);
		items.dispose();
	});
});
