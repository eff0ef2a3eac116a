import assert from 'node:assert/strict';
import { repositoryOperations } from '../../../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../../../src/forge/rows/repositories.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { scriptedClient } from '../scripted-client.ts';

const inRepository = (repository: object | null) => ({
	data: { owner: { repository: repository && { id: 42, ...repository } } },
});

describe('An operation on repositories', () => {
	const { open } = scriptedClient(repositoryRows, repositoryOperations);

	it('changes a repository by the number that its name has now, with the words of GraphQL', async () => {
		const { client, sent } = await open(
			inRepository({ name: 'garden', visibility: 'PUBLIC' }),
			inRepository({ id: 50 }),
			{ data: { updated: { id: 50, name: 'garden', visibility: 'UNLISTED' } } },
		);
		await client.repository({ repository: mine('garden') });
		const changed = await client.updateRepository(
			{ repository: mine('garden') },
			{ visibility: 'unlisted', description: 'Plants' },
		);
		assert.equal(changed.visibility, 'unlisted');
		assert.deepEqual(sent()[2]?.variables, {
			id: 50,
			input: { visibility: 'UNLISTED', description: 'Plants' },
		});
	});

	it('deletes a repository by the number that its name has now', async () => {
		const { client, sent } = await open(
			inRepository({ name: 'garden', visibility: 'PUBLIC' }),
			inRepository({ id: 50 }),
			{ data: { deleted: { id: 50 } } },
		);
		await client.repository({ repository: mine('garden') });
		await client.deleteRepository({ repository: mine('garden') });
		assert.deepEqual(sent()[2]?.variables, { id: 50 });
		assert.doesNotMatch(sent()[1]?.document ?? '', /user\(/);
	});

	it('creates a public repository by default', async () => {
		const { client, sent } = await open({ data: { created: { id: 1, name: 'new', visibility: 'PUBLIC' } } });
		await client.createRepository({}, { name: 'new' });
		assert.deepEqual(sent()[0]?.variables, { name: 'new', visibility: 'PUBLIC' });
	});
});
