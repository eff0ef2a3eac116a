import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import '../../../../../src/forge/graphql/lists/read-posts.ts';
import { remote, scriptedLists } from './scripted-lists.ts';

const search = (text: string) => ({ query: { search: text } });

describe('The posts of a list in GraphQL', () => {
	const { open } = scriptedLists();

	it('cannot be searched for words', async () => {
		const { client, sent } = await open();
		await assert.rejects(listAll(client.posts(remote, search('is:patch tests'))), {
			kind: 'refused',
			message: 'This forge cannot search mails.',
		});
		assert.deepEqual(sent(), []);
	});
});
