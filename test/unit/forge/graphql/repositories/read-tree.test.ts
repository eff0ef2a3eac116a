import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/repositories/read-tree.ts';
import { repositoryOperations } from '../../../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../../../src/forge/rows/repositories.ts';
import { scriptedClient } from '../scripted-client.ts';

const blob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
/** The id that git gives a folder with the empty files a, b and c. */
const treeOfThree = '765b32c65d38f04c4f287abda055818ec0f26912';
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

	it('is not complete if an entry was lost between two pages', async () => {
		const { client } = await open(objects(tree('c1', 'a')), objects(tree(null, 'c')));
		const read = await client.treeOf({ ...remote, ref: treeOfThree });
		assert.deepEqual([namesOf(read), read.is_complete], [['a', 'c'], false]);
	});
});
