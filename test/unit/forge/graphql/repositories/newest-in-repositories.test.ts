import assert from 'node:assert/strict';
import { repositoryExtraOperations } from '../../../../../src/forge/graphql/repositories/extra-operations.ts';
import { repositoryExtraRows } from '../../../../../src/forge/rows/repositories.ts';
import { scriptedClient } from '../scripted-client.ts';

const target = 'a'.repeat(40);
const newest = {
	...{ description: null, visibility: 'UNLISTED', updated: '2026-11-20T07:00:00Z' },
	references: {
		results: [
			{ name: 'HEAD', target: 'refs/heads/main' },
			{ name: 'refs/heads/main', target },
		],
		next: 'more',
	},
	HEAD: { name: 'refs/heads/main' },
};

describe('What is newest in several repositories', () => {
	const { open } = scriptedClient(repositoryExtraRows, repositoryExtraOperations);

	it('is read with one request, which leaves out repositories that are missing or of which a part failed', async () => {
		const { client, sent } = await open({
			data: {
				repository0: { repository: newest },
				repository1: null,
				repository2: { repository: null },
				repository3: { repository: { ...newest, references: null } },
			},
			errors: [{ message: 'oh', path: ['repository3', 'repository', 'references'] }],
		});
		const repositories = ['a', 'b', 'c', 'd'].map((repository) => ({ owner: '~ana', repository }));
		assert.deepEqual(await client.newestInRepositories({}, { repositories }), {
			repositories: [
				{
					...{ owner: '~ana', repository: 'a', description: '', visibility: 'unlisted' },
					updated: '2026-11-20T07:00:00Z',
					references: {
						rows: [
							{ name: 'HEAD', target: 'refs/heads/main' },
							{ name: 'refs/heads/main', target },
						],
						next: 'more',
					},
				},
			],
		});
		assert.equal(sent().length, 1);
	});
});
