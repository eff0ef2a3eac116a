import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBranches, readHead } from '../../../../src/platform/git/branches.ts';
import { commitAll, git, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';

describe('The branches of a local clone', () => {
	it('are all local ones, with their commits and what they follow', async () => {
		const origin = newRepository();
		const root = join(newFolder('clones'), 'clone');
		userGit(origin, 'clone', '--quiet', origin, root);
		const first = userGit(root, 'rev-parse', 'HEAD');
		userGit(root, 'branch', '--no-track', 'fix/ä-1');
		userGit(root, 'tag', 'main');
		const second = commitAll(root);
		assert.deepEqual(await readBranches(git, root), [
			{ name: 'fix/ä-1', commit: first, upstream: undefined },
			{ name: 'main', commit: second, upstream: 'refs/remotes/origin/main' },
		]);
		assert.deepEqual(await readHead(git, root), { commit: second, branch: 'main' });
	});

	it('are an empty list before the first commit, although one is checked out', async () => {
		const root = newFolder('empty');
		userGit(root, 'init', '--quiet', '--initial-branch=trunk');
		assert.deepEqual(await readBranches(git, root), []);
		assert.deepEqual(await readHead(git, root), { commit: undefined, branch: 'trunk' });
	});

	it('are not checked out if the HEAD is detached', async () => {
		const root = newRepository();
		userGit(root, 'checkout', '--quiet', '--detach');
		const commit = userGit(root, 'rev-parse', 'HEAD');
		assert.deepEqual(await readHead(git, root), { commit, branch: undefined });
	});

	it('are each checked out in one work tree', async () => {
		const root = newRepository();
		const tree = join(newFolder('trees'), 'tree');
		userGit(root, 'worktree', 'add', '--quiet', '-b', 'second', tree);
		assert.equal((await readHead(git, root)).branch, 'main');
		assert.equal((await readHead(git, tree)).branch, 'second');
	});

	it('are an error and not an empty list if git cannot read them', async () => {
		const root = newRepository();
		rmSync(join(root, '.git'), { recursive: true });
		await assert.rejects(readBranches(git, root), { kind: 'surprise', message: /not a git repository/ });
		await assert.rejects(readHead(git, root), { kind: 'surprise', message: /not a git repository/ });
	});
});
