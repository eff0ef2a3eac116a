import assert from 'node:assert/strict';
import type { EntryKind, Objects, Tree } from '../../../../../src/platform/git/objects.ts';
import { listFolder } from '../../../../../src/repositories/state/entries/folder-contents.ts';

const objects: Objects = {
	tree: async () => undefined,
	rootTree: async () => undefined,
	blob: async () => undefined,
	commit: async () => undefined,
};
const folder = (names: Readonly<Record<string, EntryKind>>): Tree => ({
	id: 'f'.repeat(40),
	entries: Object.entries(names).map(([name, kind]) => ({ name, kind, id: 'a'.repeat(40) })),
	problems: [],
});

describe('The files of a folder that are copied', () => {
	it('are not links, submodules, or files that VS Code, git or Windows would misuse', async () => {
		const root = folder({
			...{ 'a.c': 'file', 'run.sh': 'executable', link: 'symlink', sub: 'submodule' },
			...{ 'x.code-workspace': 'file', 'a:b': 'file', '.git': 'file' },
		});
		const { files, leftOut } = await listFolder({ objects, root, ignoresCase: true });
		assert.deepEqual(
			files.map(({ path }) => path),
			['a.c', 'run.sh'],
		);
		assert.deepEqual(leftOut, [
			'1 symbolic link',
			'1 submodule',
			'3 files with settings of VS Code or git, or with names that Windows misreads',
		]);
	});

	for (const [ignoresCase, expected] of [
		[true, [['Makefile'], ['1 file whose names differ from others only in upper and lower case']]],
		[false, [['Makefile', 'makefile'], []]],
	] as const) {
		it(`never overwrite each other where case ${ignoresCase ? 'does not matter' : 'matters'}`, async () => {
			const root = folder({ Makefile: 'file', makefile: 'file' });
			const { files, leftOut } = await listFolder({ objects, root, ignoresCase });
			assert.deepEqual([files.map(({ path }) => path), leftOut], expected);
		});
	}
});
