import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/repositories/read-blob.ts';
import { repositoryOperations } from '../../../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../../../src/forge/rows/repositories.ts';
import { Refused, scriptedClient } from '../scripted-client.ts';

const id = 'a'.repeat(40);
const remote = { owner: '~ana', repository: 'garden' };
const inRepository = (repository: object) => ({ data: { owner: { repository: { id: 42, ...repository } } } });

describe('A file in GraphQL', () => {
	const { open } = scriptedClient(repositoryRows, repositoryOperations);

	it('is missing if its repository has no such file', async () => {
		const { client, sent } = await open(
			inRepository({}),
			'one',
			new Refused(400),
			inRepository({}),
			new Refused(400),
		);
		await client.blob({ ...remote, id });
		await assert.rejects(client.blob({ ...remote, id: 'b'.repeat(40) }), { kind: 'missing' });
		assert.equal(sent().length, 5);
	});

	it('is not missing if the forge refuses the token', async () => {
		const refused = new Refused(400, 'Authentication error: Invalid OAuth bearer token');
		const { client } = await open(inRepository({}), refused);
		await assert.rejects(client.blob({ ...remote, id }), { kind: 'signed-out' });
	});
});
