import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/repositories/read-references.ts';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { repositoryOperations } from '../../../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../../../src/forge/rows/repositories.ts';
import { scriptedClient } from '../scripted-client.ts';

const id = (digit: string) => digit.repeat(40);
const remote = { owner: '~ana', repository: 'garden' };
const inRepository = (references: object, HEAD: object | null = null) => ({
	data: { owner: { repository: { id: 42, references, HEAD } } },
});

describe('The references of a repository in GraphQL', () => {
	const { open } = scriptedClient(repositoryRows, repositoryOperations);

	const results = [
		{ name: 'HEAD', target: 'refs/heads/master' },
		{ name: 'refs/heads/master', target: id('a') },
		{ name: 'refs/remotes/origin/HEAD', target: 'refs/remotes/origin/main' },
	];

	it('are without those that stand for another one, but begin with the default branch', async () => {
		const { client, sent } = await open(inRepository({ results, next: null }, { name: 'refs/heads/master' }));
		assert.deepEqual(await listAll(client.references(remote)), results.slice(0, 2));
		assert.equal(sent().length, 1);
	});

	it('of several pages have no number if git cannot be asked, because some may be lost', async () => {
		const page = (name: string, next: string | null) =>
			inRepository({ results: [{ name: `refs/heads/${name}`, target: id('a') }], next });
		const { client } = await open(page('a', 'more'), page('c', null));
		const totals: (number | undefined)[] = [];
		for await (const { total } of client.references(remote)) totals.push(total);
		assert.deepEqual(totals, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
	});
});
