import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/lists/opened-list.ts';
import { listExtraOperations } from '../../../../../src/forge/graphql/lists/extra-operations.ts';
import { listExtraRows } from '../../../../../src/forge/rows/lists.ts';
import { scriptedClient } from '../scripted-client.ts';
import { mailData, remote, senderFailure } from './scripted-lists.ts';

const owner = { canonical_name: '~ana' };
const part = (fields: object) => ({ list: { id: 7, ...fields } });
const details = part({ name: 'devel', owner, access: { browse: true, reply: false } });
const mails = part({ emails: { results: [mailData(2), mailData(1)], next: 'c1' } });
const patchset = {
	...{ id: 3, subject: 'Add it', status: 'PROPOSED', cover_letter: null, superseded_by: null },
	...{ submitter: { kind: 'User', canonical_name: '~ben' }, list: { id: 7, name: 'devel', owner } },
};
const patchsets = part({ patches: { results: [patchset], next: null } });

describe('A list with its newest mails and patchsets', () => {
	const { open } = scriptedClient(listExtraRows, listExtraOperations);

	it('comes with one request, and says where they continue', async () => {
		const { client, sent } = await open({ data: { details, mails, patchsets } });
		const opened = await client.openList(remote);
		assert.deepEqual([opened.list.name, opened.list.permissions?.account], ['devel', ['browse']]);
		assert.deepEqual([opened.mails?.rows.map(({ id }) => id), opened.mails?.next], [[2, 1], 'c1']);
		assert.deepEqual(
			[opened.patchsets?.rows.map(({ id, submitter }) => [id, submitter]), opened.patchsets?.next],
			[[[3, '~ben']], null],
		);
		assert.equal(sent().length, 1);
	});

	it('is there without the mails if one of them has no sender, and the same with patchsets', async () => {
		for (const [failed, field, rest] of [
			['mails', 'emails', { details, mails: { list: null }, patchsets }],
			['patchsets', 'patches', { details, mails, patchsets: { list: null } }],
		] as const) {
			const { client } = await open({
				data: rest,
				errors: senderFailure(failed, 'list', field, 0, 'sender'),
			});
			const opened = await client.openList(remote);
			assert.deepEqual(
				[opened.list.name, opened.mails === null, opened.patchsets === null],
				['devel', failed === 'mails', failed === 'patchsets'],
			);
		}
	});

	it('says what the user may do, unless that fails', async () => {
		const rights = part({ access: { browse: true, moderate: true } });
		const whole = { details, rights, mails, patchsets };
		const { client } = await open(
			{ data: whole },
			{ data: { ...whole, rights: null }, errors: [{ message: 'Access denied', path: ['rights', 'list'] }] },
		);
		assert.deepEqual((await client.openList(remote)).list.access, ['browse', 'moderate']);
		const { access, permissions } = (await client.openList(remote)).list;
		assert.deepEqual([access, permissions?.account], [undefined, ['browse']]);
	});

	it('is missing without its details', async () => {
		const { client } = await open({ data: { details: null, mails: null, patchsets: null } });
		await assert.rejects(client.openList(remote), { kind: 'missing' });
	});
});
