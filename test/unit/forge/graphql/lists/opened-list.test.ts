import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/lists/opened-list.ts';
import { listExtraOperations } from '../../../../../src/forge/graphql/lists/extra-operations.ts';
import { listExtraRows } from '../../../../../src/forge/rows/lists.ts';
import { scriptedClient } from '../scripted-client.ts';
import { mailData, remote } from './scripted-lists.ts';

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
});
