import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/lists/opened-series.ts';
import { listExtraOperations } from '../../../../../src/forge/graphql/lists/extra-operations.ts';
import { listExtraRows } from '../../../../../src/forge/rows/lists.ts';
import { scriptedClient } from '../scripted-client.ts';
import { mailData, remote } from './scripted-lists.ts';

const path = { ...remote, patchset: 3 };
const list = { id: 7, name: 'devel', owner: { canonical_name: '~ana' } };
const patchset = {
	...{ id: 3, subject: 'Add it', status: 'PROPOSED' },
	list,
	cover_letter: null,
	superseded_by: null,
};
const sent = { submitter: { kind: 'User', canonical_name: '~ben' } };
const reported = { tools: [{ id: 1, updated: '', icon: 'SUCCESS', details: 'Passed' }] };
const thread = { root: mailData(1), descendants: { results: [mailData(2, { root: 1 })], next: null } };
const parts = { patchset, sent, reported, discussed: { thread } };
const textOf = (id: number) => `Message-ID: <${id}@mail.test>\r\n\r\nText ${id}\r\n`;
const mbox = [1, 2].map((id) => `From a@x\n${textOf(id).replaceAll('\r\n', '\n')}\n`).join('');

describe('A patchset with its thread', () => {
	const { open } = scriptedClient(listExtraRows, listExtraOperations);

	it('takes one request, and one for the texts of the mails', async () => {
		const { client, sent: requests } = await open({ data: parts }, mbox);
		const opened = await client.openSeries(path);
		const { status, submitter, tools } = opened.patchset;
		assert.deepEqual([status, submitter, tools?.[0]?.icon], ['proposed', '~ben', 'success']);
		assert.deepEqual(
			opened.thread?.map(({ id, thread_id, envelope }) => [id, thread_id, envelope]),
			[
				[1, null, textOf(1)],
				[2, 1, textOf(2)],
			],
		);
		assert.equal(requests()[1]?.document, '/query/thread/1.mbox');
		assert.equal(requests().length, 2);
	});
});
