import assert from 'node:assert/strict';
import type { EntryKind, GitTree } from '../../../../../src/platform/git/objects.ts';
import { listFolder } from '../../../../../src/repositories/state/entries/folder-contents.ts';
import { noObjects } from '../../no-objects.ts';

const folder = (names: Readonly<Record<string, EntryKind>>): GitTree => ({
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
		const { files, leftOut } = await listFolder({
			objects: noObjects,
			root,
			ignoresCase: true,
			isForWindows: false,
		});
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
			const { files, leftOut } = await listFolder({
				objects: noObjects,
				root,
				ignoresCase,
				isForWindows: false,
			});
			assert.deepEqual([files.map(({ path }) => path), leftOut], expected);
		});
	}

	for (const first of ['file', 'directory'] as const) {
		it(`are never written where a folder is if the ${first} is listed first`, async () => {
			const below = folder({ 'a.c': 'file', 'b.c': 'file' });
			const entries = [
				{ name: 'src', kind: first, id: below.id },
				{ name: 'SRC', kind: first === 'file' ? ('directory' as const) : ('file' as const), id: below.id },
			];
			const { files, leftOut } = await listFolder({
				objects: { ...noObjects, tree: async () => below },
				root: { id: '1'.repeat(40), entries, problems: [] },
				ignoresCase: true,
				isForWindows: false,
			});
			const paths = files.map(({ path }) => path);
			assert.ok(paths.length === 1 || paths.every((path) => path.includes('/')), paths.join());
			assert.equal(leftOut.length, 1);
		});
	}

	it('have names that Windows allows if they are copied there', async () => {
		const root = folder({ 'why?': 'file', 'a*.c': 'file', 'a\tb': 'file', 'a.c': 'file' });
		const listed = async (isForWindows: boolean) => {
			const { files, leftOut } = await listFolder({
				objects: noObjects,
				root,
				ignoresCase: true,
				isForWindows,
			});
			return [files.length, leftOut];
		};
		assert.deepEqual(await listed(true), [1, ['3 files with names that Windows does not allow']]);
		assert.deepEqual(await listed(false), [4, []]);
	});
});
