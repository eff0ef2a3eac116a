import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/lists/list-number.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { inList, remote, scriptedLists } from './scripted-lists.ts';

const access = { browse: true, reply: true, post: true, moderate: false };
const details = { name: 'devel', owner: { canonical_name: '~ana' }, access };
const subscribed = { data: { subscription: { id: 2, list: { id: 7, ...details } } } };

describe('The number of a list', () => {
	const { open } = scriptedLists();

	it('is looked up for a subscription', async () => {
		const { client, sent } = await open(inList({}), subscribed);
		await client.subscribe({}, { list: '~ana/devel' });
		assert.deepEqual(sent()[0]?.variables, { list: 'devel', owner: 'ana' });
		assert.deepEqual(sent()[1]?.variables, { list: 7 });
	});

	it('is known from a read', async () => {
		const { client, sent } = await open(inList(details), subscribed);
		await client.list(remote);
		await client.subscribe({}, { list: '~ana/devel' });
		assert.deepEqual(sent()[1]?.variables, { list: 7 });
	});

	it('is looked up again for a change, because the name may belong to another list by now', async () => {
		const updated = { id: 8, ...details };
		const { client, sent } = await open(inList(details), inList({ id: 8 }), { data: { updated } });
		await client.list({ list: mine('devel') });
		await client.updateList({ list: mine('devel') }, { description: 'New' });
		assert.deepEqual(sent()[2]?.variables, { id: 8, input: { description: 'New' } });
	});

	it('is not needed for a name that no list has', async () => {
		const { client, sent } = await open();
		await assert.rejects(client.subscribe({}, { list: 'devel' }), { kind: 'refused' });
		assert.deepEqual(sent(), []);
	});
});
