import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { repositoryOperations } from '../../../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../../../src/forge/rows/repositories.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { scriptedClient } from '../scripted-client.ts';

const id = (digit: string) => digit.repeat(40);
const inRepository = (repository: object | null) => ({
	data: { owner: { repository: repository && { id: 42, ...repository } } },
});
const remote = { owner: '~ana', repository: 'garden' };

describe('An operation on repositories', () => {
	const { open } = scriptedClient(repositoryRows, repositoryOperations);

	it('reads the log of a revision as REST sends it, and no further page', async () => {
		const { client, sent } = await open(
			inRepository({
				log: {
					results: [
						{
							...{ id: id('a'), short_id: 'aaaaaaa', message: 'm\n', tree: { id: id('b') } },
							author: { name: 'A', email: 'a@example.org', time: '2026-11-20T07:18:12+01:00' },
							committer: { name: 'B', email: 'b@example.org' },
							parents: [{ id: id('c') }],
						},
					],
					next: 'more',
				},
			}),
		);
		const [commit, ...others] = await listAll(client.logFrom({ ...remote, ref: 'feature/x' }));
		assert.deepEqual(others, []);
		assert.deepEqual(commit, {
			...{ id: id('a'), short_id: 'aaaaaaa', message: 'm\n', tree: id('b'), parents: [id('c')] },
			author: { name: 'A', email: 'a@example.org' },
			committer: { name: 'B', email: 'b@example.org' },
			...{ timestamp: '2026-11-20T07:18:12+01:00', signature: null },
		});
		assert.deepEqual(sent()[0]?.variables, { repository: 'garden', from: 'feature/x', owner: 'ana' });
	});

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
