import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/lists/change-patchset.ts';
import { remote, scriptedLists, senderFailure } from './scripted-lists.ts';

const patchset = { ...remote, patchset: 3 };
const found = (status: string) => ({
	data: { patchset: { id: 3, subject: 'Add it', status, cover_letter: null, superseded_by: null } },
});

describe('A patchset in GraphQL', () => {
	const { open } = scriptedLists();

	it('is read as it is after its status was set', async () => {
		const { client, sent } = await open({ data: { updated: { id: 3 } } }, found('NEEDS_REVISION'));
		const changed = await client.updatePatchset(patchset, { status: 'needs_revision' });
		assert.equal(changed.status, 'needs_revision');
		assert.deepEqual(sent()[0]?.variables, { id: 3, status: 'NEEDS_REVISION' });
	});

	it('is only read if nothing is to be changed', async () => {
		const { client, sent } = await open(found('APPLIED'));
		assert.equal((await client.updatePatchset(patchset, {})).status, 'applied');
		assert.equal(sent().length, 1);
	});

	it('that exists, and that the forge does not change, may not be changed by the user', async () => {
		const { client } = await open({ data: { updated: null } }, found('PROPOSED'));
		await assert.rejects(client.updatePatchset(patchset, { status: 'applied' }), { kind: 'forbidden' });
	});

	it('that does not exist is missing', async () => {
		const { client } = await open({ data: { updated: null } }, { data: { patchset: null } });
		await assert.rejects(client.updatePatchset(patchset, { status: 'applied' }), { kind: 'missing' });
	});

	it('may be changed although it cannot be read', async () => {
		const { client } = await open({ data: { updated: { id: 3 } } }, { data: { patchset: null } });
		await assert.rejects(client.updatePatchset(patchset, { status: 'applied' }), {
			kind: 'missing',
			mayBeDone: true,
			message: /^The status was set/,
		});
	});

	it('that replies to an earlier version is read without its submitter, whom the forge does not find', async () => {
		const errors = senderFailure('patchset', 'submitter');
		const { client } = await open({ data: { patchset: null }, errors }, found('PROPOSED'));
		assert.equal((await client.patchset(patchset)).submitter, null);
	});
});
