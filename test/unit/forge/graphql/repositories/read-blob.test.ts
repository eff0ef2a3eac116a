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
	const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

	it('is at an address with the number of its repository, which is asked for once', async () => {
		const { client, sent } = await open(inRepository({}), 'one', 'two');
		assert.equal(text(await client.blob({ ...remote, id })), 'one');
		assert.equal(text(await client.blob({ ...remote, id: 'b'.repeat(40) })), 'two');
		assert.deepEqual(
			sent().map(({ document }) => document.slice(0, 15)),
			['query ($reposit', '/query/blob/42/', '/query/blob/42/'],
		);
	});

	it('is found by its path, which takes one request more', async () => {
		const { client, sent } = await open(inRepository({ path: { id: `${id}\ud800` } }), 'content');
		assert.equal(text(await client.blobAt({ ...remote, ref: 'master', path: 'src/a.c' })), 'content');
		assert.equal(sent()[1]?.document, `/query/blob/42/${id}%EF%BF%BD`);
	});

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

	it('is looked for in the repository that now has the name, if the remembered one is gone', async () => {
		const { client, sent } = await open(
			inRepository({}),
			'one',
			new Refused(404),
			inRepository({ id: 43 }),
			'two',
		);
		await client.blob({ ...remote, id });
		assert.equal(text(await client.blob({ ...remote, id })), 'two');
		assert.equal(sent()[4]?.document, `/query/blob/43/${id}`);
	});

	it('is missing if its path is', async () => {
		const { client } = await open(inRepository({ path: null }));
		await assert.rejects(client.blobAt({ ...remote, ref: 'master', path: 'none' }), { kind: 'missing' });
	});
});
