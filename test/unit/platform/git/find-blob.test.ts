import assert from 'node:assert/strict';
import { openClone } from '../../../../src/platform/git/clone.ts';
import { type FindBlob, findInAny, findInTree } from '../../../../src/platform/git/find-blob.ts';
import { LocalObjects } from '../../../../src/platform/git/local-objects.ts';
import type { Objects } from '../../../../src/platform/git/objects.ts';
import { git, newRepository, userGit } from '../../../kit/items/clones.ts';

describe('A file in the tree of a commit', () => {
	it('is found if the tree has its ID at its path, and no other file is read', async () => {
		const root = newRepository({ 'src/a.txt': 'a\n', 'src/b.txt': 'b\n', 'c.txt': 'c\n' });
		const clone = await openClone(git, root);
		assert.ok(clone);
		const objects = new LocalObjects(git, clone);
		const read: string[] = [];
		const counted: Pick<Objects, 'rootTree' | 'tree' | 'blob'> = {
			rootTree: (id, options) => objects.rootTree(id, options),
			tree: (id, options) => objects.tree(id, options),
			blob: (id, options) => {
				read.push(options.location?.path ?? '');
				return objects.blob(id, options);
			},
		};
		const find = findInTree(counted, userGit(root, 'rev-parse', 'HEAD'));
		const idOf = (path: string) => userGit(root, 'rev-parse', `HEAD:${path}`).slice(0, 7);
		const text = async (id: string, path: string) => {
			const bytes = await find(id, { path, most: 100 });
			return bytes && Buffer.from(bytes).toString();
		};
		assert.equal(await text(idOf('src/a.txt'), 'src/a.txt'), 'a\n');
		assert.equal(await text(idOf('c.txt'), 'c.txt'), 'c\n');
		const missing: [id: string, path: string][] = [
			[idOf('src/b.txt'), 'src/a.txt'],
			[idOf('src/a.txt'), 'src/gone.txt'],
			[idOf('src/a.txt'), 'src/a.txt/a'],
			[idOf('src'), 'src'],
			[idOf('c.txt'), ''],
		];
		for (const [id, path] of missing) assert.equal(await text(id, path), undefined, path);
		assert.deepEqual(read, ['src/a.txt', 'c.txt']);
		objects.dispose();
	});
});

describe('A file in several sources', () => {
	it('is found in the first that has it, and the others are not asked', async () => {
		const asked: string[] = [];
		const source =
			(name: string, has: string): FindBlob =>
			async (id) => {
				asked.push(name);
				return id === has ? Buffer.from(name) : undefined;
			};
		const find = findInAny(source('one', 'a'), source('two', 'b'), source('three', 'b'));
		const options = { path: 'x', most: 100 };
		assert.equal((await find('b', options))?.toString(), 'two');
		assert.deepEqual(asked, ['one', 'two']);
		assert.equal(await find('c', options), undefined);
	});
});
