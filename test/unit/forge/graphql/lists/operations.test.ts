import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/lists/operations.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { detailsOf, inList, remote, scriptedLists } from './scripted-lists.ts';

const access = { browse: true, reply: true, post: true, moderate: false };

describe('An operation on lists', () => {
	const { open } = scriptedLists();

	it('creates a public list', async () => {
		const created = { id: 7, name: 'devel', owner: { canonical_name: '~ana' }, access };
		const { client, sent } = await open({ data: { created } });
		assert.equal((await client.createList({}, { name: 'devel' })).name, 'devel');
		assert.deepEqual(sent()[0]?.variables, { name: 'devel', visibility: 'PUBLIC' });
	});

	it('changes a list by the number that its name has now', async () => {
		const details = { name: 'devel', owner: { canonical_name: '~ana' }, access };
		const updated = { id: 8, ...details };
		const { client, sent } = await open(detailsOf(details), inList({ id: 8 }), { data: { updated } });
		await client.list({ list: mine('devel') });
		await client.updateList({ list: mine('devel') }, { description: 'New' });
		assert.deepEqual(sent()[2]?.variables, { id: 8, input: { description: 'New' } });
	});

	it('subscribes to a list by its number, which a read has found or is looked up', async () => {
		const details = { name: 'devel', owner: { canonical_name: '~ana' }, access };
		const subscribed = { data: { subscription: { id: 2, list: { id: 7, ...details } } } };
		const { client, sent } = await open(detailsOf(details), subscribed);
		await client.list(remote);
		await client.subscribe({}, { list: '~ana/devel' });
		assert.deepEqual(sent()[1]?.variables, { list: 7 });
		const { client: other, sent: asked } = await open(inList({}), subscribed);
		await other.subscribe({}, { list: '~ana/devel' });
		assert.deepEqual(asked()[0]?.variables, { list: 'devel', owner: 'ana' });
		assert.deepEqual(asked()[1]?.variables, { list: 7 });
	});

	it('refuses to subscribe to a name that no list has', async () => {
		const { client, sent } = await open();
		await assert.rejects(client.subscribe({}, { list: 'devel' }), { kind: 'refused' });
		assert.deepEqual(sent(), []);
	});

	it('reads patchsets, without their submitters if the forge does not find one', async () => {
		const set = { id: 3, subject: 'Add it', status: 'PROPOSED', cover_letter: null, superseded_by: null };
		const path = ['owner', 'list', 'patches', 'results', 0, 'submitter'];
		const { client } = await open(
			{ data: { owner: { list: null } }, errors: [{ message: 'internal system error', path }] },
			inList({ patches: { results: [set], next: null } }),
		);
		const found: unknown[] = [];
		for await (const { rows, total } of client.patchsets(remote)) found.push(rows[0]?.status, total);
		assert.deepEqual(found, ['proposed', 1]);
	});
});
