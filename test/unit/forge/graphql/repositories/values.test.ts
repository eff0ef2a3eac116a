import assert from 'node:assert/strict';
import { read } from '../../../../../src/forge/contract/read.ts';
import { treeOf } from '../../../../../src/forge/graphql/repositories/values.ts';
import { ForgeTree } from '../../../../../src/forge/shapes/repositories.ts';

const report = (sentence: string) => assert.fail(sentence);
const id = 'a'.repeat(40);

describe('A value of a repository in GraphQL is read by the shape of REST:', () => {
	it('a tree, whose entries have the type that their mode tells', () => {
		const modes = [0o100644, 0o100755, 0o120000, 0o040000, 0o160000];
		const entries = modes.map((mode) => ({ name: `${mode}`, id, mode }));
		const tree = read(ForgeTree, treeOf({ id, short_id: 'aaaaaaa' }, entries, true), report);
		assert.deepEqual(
			tree.entries.map(({ type }) => type),
			['blob', 'blob', 'blob', 'tree', 'commit'],
		);
	});
});
