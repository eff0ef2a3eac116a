import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import '../../../../../src/forge/graphql/lists/change-patchset.ts';
import { remote, scriptedLists, senderFailure } from './scripted-lists.ts';

const patchset = { ...remote, patchset: 3 };
const set = (status: string) => ({ id: 3, subject: 'Add it', status });
const found = (status: string, fields: object = {}) => ({
	data: {
		patchset: {
			...{ ...set(status), cover_letter: null, superseded_by: null },
			list: { id: 7, name: 'devel', owner: { canonical_name: '~ana' } },
			...fields,
		},
		sent: { submitter: { kind: 'User', canonical_name: '~ben' } },
	},
});

describe('A patchset in GraphQL', () => {
	const { open } = scriptedLists();

	it('keeps what it has besides the status that is set', async () => {
		const { client, sent } = await open(found('PROPOSED'), { data: { updated: set('NEEDS_REVISION') } });
		const changed = await client.updatePatchset(patchset, { status: 'needs_revision' });
		assert.deepEqual(
			[changed.status, changed.submitter, changed.list?.name],
			['needs_revision', '~ben', 'devel'],
		);
		assert.deepEqual(sent()[1]?.variables, { id: 3, status: 'NEEDS_REVISION' });
	});

	it('that exists, and that the forge does not change, may not be changed by the user', async () => {
		const { client } = await open(found('PROPOSED'), { data: { updated: null } });
		await assert.rejects(client.updatePatchset(patchset, { status: 'applied' }), { kind: 'forbidden' });
	});

	it('that does not exist is missing', async () => {
		const { client, sent } = await open({ data: { patchset: null } });
		await assert.rejects(client.updatePatchset(patchset, { status: 'applied' }), { kind: 'missing' });
		assert.equal(sent().length, 1);
	});

	for (const other of [
		{ id: 8, name: 'news', owner: { canonical_name: '~ana' } },
		{ id: 9, name: 'devel', owner: { canonical_name: '~ben' } },
	])
		it(`of ${other.owner.canonical_name}/${other.name} is missing in another list`, async () => {
			const elsewhere = found('PROPOSED', { list: other, patches: { results: [] } });
			const { client, sent } = await open(elsewhere, elsewhere, elsewhere);
			await assert.rejects(client.patchset(patchset), { kind: 'missing' });
			await assert.rejects(listAll(client.patches(patchset)), { kind: 'missing' });
			await assert.rejects(client.updatePatchset(patchset, { status: 'applied' }), { kind: 'missing' });
			assert.equal(sent().length, 3);
		});

	for (const [what, part, field] of [
		[
			'that replies to an earlier version is read without its submitter, whom the forge does not find',
			'sent',
			'submitter',
		],
		['is read without what programs say if the forge fails to read that', 'reported', 'tools'],
	] as const)
		it(what, async () => {
			const parts = { ...found('PROPOSED').data, reported: { tools: [] }, [part]: null };
			const { client, sent } = await open({ data: parts, errors: senderFailure(part, field) });
			const { submitter, tools } = await client.patchset(patchset);
			assert.deepEqual([submitter, tools], part === 'sent' ? [null, []] : ['~ben', undefined]);
			assert.equal(sent().length, 1);
		});
});
