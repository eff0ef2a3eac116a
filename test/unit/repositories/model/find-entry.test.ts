import assert from 'node:assert/strict';
import type { Objects } from '../../../../src/platform/git/objects.ts';
import { toTree } from '../../../../src/platform/git/tree-entries.ts';
import { findEntry } from '../../../../src/repositories/model/find-entry.ts';
import { createBare } from '../../../../src/sandbox/repositories/bare.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { gitObjects } from '../git-objects.ts';
import { type Files, writeTrees } from './trees.ts';

const link = (target: string) => ({ mode: '120000' as const, content: target });
const file = { mode: '100644' as const, content: 'text\n' };

const files: Files = new Map(
	Object.entries({
		'README.md': file,
		'a/b/deep.txt': file,
		'a/up': link('../README.md'),
		'a/b/self': link('self'),
		docs: link('a/b'),
		twice: link('docs/deep.txt'),
		top: link('.'),
		out: link('../../etc/passwd'),
		absolute: link('/etc/passwd'),
		nowhere: link('missing.txt'),
		long: link('x'.repeat(5000)),
		one: link('two'),
		two: link('one'),
		beside: link('docs/../up'),
		'through-file': link('README.md/../README.md'),
		'through-nothing': link('missing/../README.md'),
		'to-folder': link('a//./b/'),
		'file-as-folder': link('README.md/'),
		winding: link('a/../'.repeat(800)),
		sub: { mode: '160000' as const, content: '1'.repeat(40) },
	}),
);

describe('Finding a path in a tree', () => {
	let repository: ReturnType<typeof gitObjects>;
	let tree: string;
	before(async () => {
		const folder = temporaryFolder('find');
		await createBare(folder);
		[tree = ''] = writeTrees(folder, [files]);
		repository = gitObjects(folder);
	});
	after(() => repository.end());

	const find = async (path: string, followLast = true) => {
		const root = (await repository.objects.tree(tree)) ?? assert.fail();
		const found = await findEntry(repository.objects, root, path, { followLast });
		return found.kind === 'entry' ? `${found.entry.kind} ${found.path}` : found.kind;
	};

	for (const [path, expected, unfollowed = expected] of [
		['', 'root'],
		['README.md', 'file README.md'],
		['a/b', 'directory a/b'],
		['a/b/deep.txt', 'file a/b/deep.txt'],
		['sub', 'submodule sub'],
		['sub/x', 'missing'],
		['README.md/x', 'missing'],
		['missing', 'missing'],
		['../README.md', 'missing'],
		['a//b', 'missing'],
		['a/up', 'file README.md', 'symlink a/up'],
		['docs', 'directory a/b', 'symlink docs'],
		['docs/deep.txt', 'file a/b/deep.txt'],
		['twice', 'file a/b/deep.txt', 'symlink twice'],
		['top', 'root', 'symlink top'],
		['top/top/a/up', 'file README.md', 'symlink a/up'],
		['nowhere', 'missing', 'symlink nowhere'],
		['out', 'bad-link', 'symlink out'],
		['out/x', 'bad-link'],
		['absolute', 'bad-link', 'symlink absolute'],
		['long', 'bad-link', 'symlink long'],
		['one', 'bad-link', 'symlink one'],
		// As an operating system, not as by text alone.
		['beside', 'file README.md', 'symlink beside'],
		['through-file', 'missing', 'symlink through-file'],
		['through-nothing', 'missing', 'symlink through-nothing'],
		['to-folder', 'directory a/b', 'symlink to-folder'],
		['to-folder/deep.txt', 'file a/b/deep.txt'],
		['file-as-folder', 'missing', 'symlink file-as-folder'],
		['winding', 'root', 'symlink winding'],
		['winding/winding', 'bad-link', 'symlink winding'],
		['a/b/self/x', 'bad-link'],
	] as const) {
		it(`finds ${expected} at ${JSON.stringify(path)}, and ${unfollowed} without following a last link`, async () => {
			assert.equal(await find(path), expected);
			assert.equal(await find(path, false), unfollowed);
		});
	}

	it('tells the source where a link is, and rejects if the link has no content', async () => {
		const places: unknown[] = [];
		const objects: Objects = {
			...repository.objects,
			blob: async (_, { location }) => void places.push(location),
		};
		const root = toTree('a'.repeat(40), [{ name: 'l', mode: 0o120000, id: 'b'.repeat(40) }]);
		await assert.rejects(findEntry(objects, root, 'l', { commit: 'c' }), { kind: 'missing' });
		assert.deepEqual(places, [{ commit: 'c', path: 'l' }]);
	});
});
