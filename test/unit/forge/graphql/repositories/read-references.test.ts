import assert from 'node:assert/strict';
import { endings } from '../../../../tools/endings.ts';
import '../../../../../src/forge/graphql/repositories/read-references.ts';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { repositoryOperations } from '../../../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../../../src/forge/rows/repositories.ts';
import { createReferences } from '../../../../../src/repositories/state/references.ts';
import { startGraphqlRepository } from '../../../../kit/forge/graphql-repository.ts';
import { feed } from '../../../../kit/forge/repositories-world.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { scriptedClient } from '../scripted-client.ts';

const id = (digit: string) => digit.repeat(40);
const remote = { owner: '~ana', repository: 'garden' };
const inRepository = (references: object, HEAD: object | null = null) => ({
	data: { owner: { repository: { id: 42, references, HEAD } } },
});

describe('The references of a repository in GraphQL', () => {
	const ending = endings();
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

	for (const HEAD of [null, { name: 'HEAD' }, { name: 'refs/tags/v1' }])
		it(`have no default branch if the forge names none: ${HEAD?.name ?? 'null'}`, async () => {
			const { client } = await open(inRepository({ results, next: null }, HEAD));
			assert.deepEqual(await listAll(client.references(remote)), results.slice(1, 2));
		});

	it('name the default branch once if they have several pages', async () => {
		const page = (name: string, next: string | null) =>
			inRepository({ results: [{ name, target: id('a') }], next }, { name: 'refs/heads/a' });
		const { client } = await open(page('refs/heads/a', 'more'), page('refs/heads/c', null));
		const names = (await listAll(client.references(remote))).map(({ name }) => name);
		assert.deepEqual(names, ['HEAD', 'refs/heads/a', 'refs/heads/c']);
	});

	it('of several pages have no number if git cannot be asked, because some may be lost', async () => {
		const page = (name: string, next: string | null) =>
			inRepository({ results: [{ name: `refs/heads/${name}`, target: id('a') }], next });
		const { client } = await open(page('a', 'more'), page('c', null));
		const totals: (number | undefined)[] = [];
		for await (const { total } of client.references(remote)) totals.push(total);
		assert.deepEqual(totals, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
	});

	it('have no number if one has no target, because it is not gone', async () => {
		const master = { name: 'refs/heads/master', target: id('a') };
		const rows = [master, { name: 'refs/heads/other', target: null }];
		const { client } = await open(inRepository({ results: rows, next: null }));
		for await (const page of client.references(remote))
			assert.deepEqual(page, { rows: [master], total: Number.POSITIVE_INFINITY, isLast: true });
	});

	it('begin with the default branch of the forge, also if another one is at its commit', async () => {
		const { folder, remote: demo, objects, client, stop } = await startGraphqlRepository({});
		ending(stop);
		const tree = feed(folder, '', 'hash-object', '-w', '-t', 'tree', '--stdin');
		const carol = ['-c', 'user.name=Carol', '-c', 'user.email=carol@example.org'];
		const commit = feed(folder, '', ...carol, 'commit-tree', '-m', 'One', tree);
		for (const branch of ['main', 'next']) feed(folder, '', 'update-ref', `refs/heads/${branch}`, commit);
		feed(folder, '', 'symbolic-ref', 'HEAD', 'refs/heads/next');
		const [first] = await listAll(client.references({ owner: '~owner', repository: 'demo' }));
		assert.deepEqual(first, { name: 'HEAD', target: 'refs/heads/next' });
		const { log } = readable();
		const read = createReferences(demo, objects, fileStorage(temporaryFolder('refs'), log), log);
		await read.refresh();
		assert.deepEqual([read.value?.head, read.value?.defaultBranch], [commit, 'refs/heads/next']);
		read.dispose();
		feed(folder, '', 'symbolic-ref', 'HEAD', 'refs/heads/gone');
		const names = (await listAll(client.references(demo))).map(({ name }) => name);
		assert.deepEqual(names, ['refs/heads/main', 'refs/heads/next']);
	});

	it('of several pages are those of git, with the tags themselves', async () => {
		const { folder, client, stop } = await startGraphqlRepository({ quirks: ['refs-lose-two'] });
		ending(stop);
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
	});
});
