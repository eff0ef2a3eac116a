import assert from 'node:assert/strict';
import { listExtraOperations } from '../../../../../src/forge/graphql/lists/extra-operations.ts';
import { listExtraRows } from '../../../../../src/forge/rows/lists.ts';
import { scriptedClient } from '../scripted-client.ts';

const newest = {
	description: null,
	access: { browse: true, reply: true, post: false, moderate: false },
	emails: { results: [{ id: 7 }, { id: 6 }] },
	patches: {
		results: [{ id: 3, updated: '2026-11-20T07:00:00Z', status: 'NEEDS_REVISION', superseded_by: { id: 4 } }],
	},
};

describe('What is newest in several lists', () => {
	const { open } = scriptedClient(listExtraRows, listExtraOperations);

	it('is read with one request, which leaves out lists that are missing or of which a part failed', async () => {
		const { client, sent } = await open({
			data: {
				list0: { list: newest },
				list1: null,
				list2: { list: null },
				list3: { list: { ...newest, emails: null } },
				list4: { list: { ...newest, patches: null } },
				list5: { list: { ...newest, access: null } },
			},
			errors: [{ message: 'oh', path: ['list3', 'list', 'emails', 'results', 0, 'id'] }],
		});
		const lists = ['a', 'b', 'c', 'd', 'e', 'f'].map((list) => ({ owner: '~ana', list }));
		const permitted = ['browse', 'reply'];
		assert.deepEqual(await client.newestInLists({}, { lists }), {
			lists: [
				{
					...{ owner: '~ana', list: 'a', description: '', mails: [7, 6] },
					permissions: { nonsubscriber: permitted, subscriber: permitted, account: permitted },
					patchsets: [
						{
							...{ id: 3, updated: '2026-11-20T07:00:00Z' },
							...{ status: 'needs_revision', superseded_by: { id: 4 } },
						},
					],
					areAllPatchsets: true,
				},
			],
		});
		assert.equal(sent().length, 1);
		assert.deepEqual(
			['owner0', 'name0', 'owner5', 'name5'].map((name) => sent()[0]?.variables[name]),
			['ana', 'a', 'ana', 'f'],
		);
	});

	it('has all patchsets if it has less than a page of them', async () => {
		const patchsets = (count: number) =>
			Array.from({ length: count }, (_, id) => ({ ...newest.patches.results[0], id }));
		const lists = [25, 24].map((count) => ({ list: { ...newest, patches: { results: patchsets(count) } } }));
		const { client } = await open({ data: { list0: lists[0], list1: lists[1] } });
		const names = ['a', 'b'].map((list) => ({ owner: '~ana', list }));
		const found = await client.newestInLists({}, { lists: names });
		assert.deepEqual(
			found.lists.map(({ areAllPatchsets }) => areAllPatchsets),
			[false, true],
		);
	});
});
