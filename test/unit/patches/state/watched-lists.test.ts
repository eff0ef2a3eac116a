import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Email } from '../../../../src/forge/shapes/lists.ts';
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

	it('are found by the mails that the hooks of their account deliver', async () => {
		const window = await open({ names: ['ana'] });
		const items = watchedLists(window.lists, { read: async () => {}, has: () => false });
		await window.lists.of('ana')?.lists.own.refresh();
		const [all = assert.fail()] = items.watched;
		const list = { name: 'editor-devel', owner: { canonical_name: '~ana' } };
		const body = v.parse(Email, { id: 7, list });
		const header = { kind: 'event', delivery: 'one' } as const;
		const spelled = items.watched.find((one) => one.spelled.includes('"editor-devel"'))?.spelled;
		assert.ok(spelled);
		assert.equal(all.itemIn?.({ ...header, event: 'email:received', body }), spelled);
		assert.equal(
			all.itemIn?.({ ...header, event: 'email:received', body: { ...body, list: null } }),
			undefined,
		);
		assert.equal(all.itemIn?.({ ...header, event: 'subscription:remove', body: { id: 7 } }), undefined);
		items.dispose();
	});
});
