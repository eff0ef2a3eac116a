import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/repositories/read-references.ts';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { repositoryOperations } from '../../../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../../../src/forge/rows/repositories.ts';
import { startGraphqlRepository } from '../../../../kit/forge/graphql-repository.ts';
import { feed } from '../../../../kit/forge/repositories-world.ts';
import { scriptedClient } from '../scripted-client.ts';

const id = (digit: string) => digit.repeat(40);
const remote = { owner: '~ana', repository: 'garden' };
const inRepository = (references: object) => ({ data: { owner: { repository: { id: 42, references } } } });

describe('The references of a repository in GraphQL', () => {
	const { open } = scriptedClient(repositoryRows, repositoryOperations);

	it('are without those that stand for another one', async () => {
		const results = [
			{ name: 'HEAD', target: 'refs/heads/master' },
			{ name: 'refs/heads/master', target: id('a') },
		];
		const { client, sent } = await open(inRepository({ results, next: null }));
		assert.deepEqual(await listAll(client.references(remote)), results.slice(1));
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

	it('of several pages are those of git, with the tags themselves', async () => {
		const { folder, client, stop } = await startGraphqlRepository({ quirks: ['refs-lose-two'] });
		try {
			const blob = feed(folder, 'text', 'hash-object', '-w', '--stdin');
			const create = Array.from({ length: 40 }, (_, index) => `create refs/tags/t${index} ${blob}\n`);
			feed(folder, create.join(''), 'update-ref', '--stdin');
			const tag = ['-c', 'user.name=Carol', '-c', 'user.email=carol@example.org', 'tag'];
			feed(folder, '', ...tag, '--annotate', '--message', 'One', 'v1', blob);
			const expected = feed(folder, '', 'for-each-ref', '--format=%(refname) %(objectname)').split('\n');
			const found = await listAll(client.references({ owner: '~owner', repository: 'demo' }));
			assert.deepEqual(
				found.map(({ name, target }) => `${name} ${target}`),
				expected,
			);
		} finally {
			await stop();
		}
	});
});
