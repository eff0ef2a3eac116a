import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/repositories/read-tree.ts';
import { repositoryOperations } from '../../../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../../../src/forge/rows/repositories.ts';
import { scriptedClient } from '../scripted-client.ts';

const blob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
/** The id that git gives a folder with the empty files a, b and c. */
const treeOfThree = '765b32c65d38f04c4f287abda055818ec0f26912';
const commit = 'c'.repeat(40);
const remote = { owner: '~ana', repository: 'garden' };
const entry = (name: string) => ({ name, id: blob, mode: 0o100644 });
const tree = (next: string | null, ...names: readonly string[]) => ({
	...{ id: treeOfThree, short_id: treeOfThree.slice(0, 7) },
	entries: { results: names.map(entry), next },
});
const objects = (object: object) => ({ data: { owner: { repository: { id: 42, objects: [object] } } } });

describe('A tree in GraphQL', () => {
	const { open } = scriptedClient(repositoryRows, repositoryOperations);
	const namesOf = ({ entries }: { readonly entries: readonly { readonly name: string }[] }) =>
		entries.map(({ name }) => name);

	for (const [what, object] of [
		['a tree', tree(null, 'a')],
		['a commit', { tree: tree(null, 'a') }],
		['a tag', { target: { tree: tree(null, 'a') } }],
	] as const) {
		it(`is found by the id of ${what}`, async () => {
			const { client, sent } = await open(objects(object));
			const read = await client.treeOf({ ...remote, ref: commit });
			assert.deepEqual([read.id, namesOf(read), read.is_complete], [treeOfThree, ['a'], true]);
			assert.deepEqual(sent()[0]?.variables, { repository: 'garden', id: commit, owner: 'ana' });
		});
	}

	it('is missing if the object has none', async () => {
		const { client } = await open(objects({}));
		await assert.rejects(client.treeOf({ ...remote, ref: commit }), { kind: 'missing' });
	});

	it('of a branch is found by its name', async () => {
		const { client, sent } = await open({
			data: { owner: { repository: { id: 42, commit: { tree: tree(null, 'a') } } } },
		});
		assert.deepEqual(namesOf(await client.treeOf({ ...remote, ref: 'feature/x' })), ['a']);
		assert.equal(sent()[0]?.variables.revision, 'feature/x');
	});

	it('of a folder is found by its path', async () => {
		const { client, sent } = await open({
			data: { owner: { repository: { id: 42, path: { object: tree(null, 'a') } } } },
		});
		assert.deepEqual(namesOf(await client.treeAt({ ...remote, ref: 'master', path: 'src/base' })), ['a']);
		assert.equal(sent()[0]?.variables.path, 'src/base');
	});

	it('is read page by page, and is complete if its id is the hash of its entries', async () => {
		const { client, sent } = await open(objects(tree('c1', 'a', 'b')), objects(tree(null, 'b', 'c')));
		const read = await client.treeOf({ ...remote, ref: treeOfThree });
		assert.deepEqual([namesOf(read), read.is_complete], [['a', 'b', 'c'], true]);
		assert.equal(sent()[1]?.variables.cursor, 'c1');
	});

	it('is not complete if an entry was lost between two pages', async () => {
		const { client } = await open(objects(tree('c1', 'a')), objects(tree(null, 'c')));
		const read = await client.treeOf({ ...remote, ref: treeOfThree });
		assert.deepEqual([namesOf(read), read.is_complete], [['a', 'c'], false]);
	});

	it('ends when a page brings nothing new', async () => {
		const page = objects(tree('again', 'a', 'b'));
		const { client, sent } = await open(page, page, page);
		const read = await client.treeOf({ ...remote, ref: treeOfThree });
		assert.deepEqual([namesOf(read), read.is_complete, sent().length], [['a', 'b'], false, 2]);
	});
});
