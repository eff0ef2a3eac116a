import assert from 'node:assert/strict';
import { join } from 'node:path';
import { filesToWatch, readFolder } from '../../../../src/platform/git/project-folder.ts';
import { git, newFolder, newRepository, userGit, writeFiles } from '../../../kit/items/clones.ts';

describe('A folder of a local clone', () => {
	it('depends on the settings of the clone, its work tree and the .hut.scfg of each folder above', async () => {
		const root = newRepository({ 'src/a.txt': 'a\n' });
		const worktree = join(newFolder('worktrees'), 'one');
		userGit(root, 'worktree', 'add', '--quiet', '--detach', worktree);
		const src = join(worktree, 'src');
		assert.deepEqual(filesToWatch(src, await readFolder(git, src)), [
			join(worktree, '.git'),
			join(root, '.git', 'config'),
			join(root, '.git', 'worktrees', 'one', 'config.worktree'),
			join(src, '.hut.scfg'),
			join(worktree, '.hut.scfg'),
		]);
	});

	it('is none outside of clones, until a clone is made there', async () => {
		const folder = newFolder('none');
		writeFiles(folder, { '.hut.scfg': 'tracker ~ana/bugs\n' });
		assert.equal(await readFolder(git, folder), undefined);
		assert.deepEqual(filesToWatch(folder, undefined), [join(folder, '.git')]);
	});
});
