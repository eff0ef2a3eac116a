import assert from 'node:assert/strict';
import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClone } from '../../../../src/platform/git/clone.ts';
import { LocalObjects } from '../../../../src/platform/git/local-objects.ts';
import { projectOf } from '../../../../src/platform/git/project.ts';
import { readFolder } from '../../../../src/platform/git/project-folder.ts';
import { type Git, gitOutput, runGit } from '../../../../src/platform/git/run-git.ts';
import { commitAll, environment, git, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';
import { openWorkspace } from '../../../kit/window/open-workspace.ts';
import { hostileAttributes, hostileBranch, hostileHooks, makeHostile } from '../../../tools/hostile-clone.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

/** A clone of a hostile repository. */
function hostileClone(more = '') {
	const root = newRepository({ ...hostileAttributes, 'a.txt': 'a\n' });
	commitAll(root, 'Second');
	const commit = userGit(root, 'rev-parse', 'HEAD');
	return { root, commit, ...makeHostile(root, newFolder('evil'), more) };
}

const instances = [{ name: 'forge', repositories: 'https://git.forge.test' }];

/** Everything that Tildeforge asks git about a clone. */
async function readAll(root: string, commit: string, ownGit: Git = git) {
	const folder = await readFolder(ownGit, root);
	if (!folder) return undefined;
	const { clone, hutFile } = folder;
	const project = projectOf({ root, remotes: clone.remotes, hutFile, choices: {}, instances });
	const objects = new LocalObjects(ownGit, clone);
	try {
		const found = await objects.commit(commit);
		const tree = await objects.tree(found?.tree ?? '');
		const id = tree?.entries.find(({ name }) => name === 'a.txt')?.id ?? '';
		const blob = await objects.blob(id, { most: 1000 });
		const missing = await objects.blob('f'.repeat(40), { most: 1000 });
		const short = await objects.findBlob(id.slice(0, 8));
		return { project, blob, missing, isFound: short === id };
	} finally {
		objects.dispose();
	}
}

describe('A clone with hostile settings', () => {
	onlyWhere(
		process.platform !== 'win32',
		'the hostile program is a shell script',
		'is read without running any program that it names',
		(title) =>
			it(title, async () => {
				const { root, commit, marks } = hostileClone();
				const read = await readAll(root, commit);
				assert.deepEqual(marks(), []);
				assert.deepEqual(
					read?.project?.repositories.map(({ owner, name, remote }) => [owner, name, remote]),
					[['~ana', 'editor', 'ssh']],
				);
				assert.equal(read.blob?.kind === 'bytes' && Buffer.from(read.blob.bytes).toString(), 'a\n');
				assert.equal(read.missing, undefined);
				assert.equal(read?.isFound, true);
				// Git must compare the file, and so filters it.
				utimesSync(join(root, 'a.txt'), 1, 1);
				// The programs do run if a user runs git, so the test would notice.
				for (const words of [['status'], ['cat-file', '-p', 'f'.repeat(40)]]) {
					assert.throws(() => userGit(root, ...words), `${words}`);
				}
				const ran = marks();
				for (const mark of ['ext', 'included', 'process']) assert.ok(ran.includes(mark), `${mark}: ${ran}`);
			}),
	);

	onlyWhere(
		process.platform !== 'win32',
		'the hostile program is a shell script',
		'is a project of the workspace, and a source of objects, without running any program that it names',
		(title) =>
			it(title, async () => {
				const { root, commit, marks } = hostileClone();
				const window = openWorkspace({ folders: [root] });
				try {
					await window.projects.settled();
					assert.deepEqual(window.shown(), ['forge ~ana/editor']);
					const repository = { instance: 'forge', owner: '~ana', name: 'editor' };
					const [objects] = window.projects.objectsOf(repository);
					assert.equal((await objects?.commit(commit))?.message, 'Second\n');
					assert.equal((await objects?.rootTree(commit))?.entries.length, 2);
					assert.equal(await objects?.blob('f'.repeat(40), { most: 1000 }), undefined);
					await window.projects.refresh();
					assert.deepEqual([marks(), window.lines], [[], []]);
				} finally {
					window.dispose();
				}
			}),
	);

	onlyWhere(
		process.platform !== 'win32',
		'the hostile program is a shell script',
		'is read without running what the environment names',
		(title) =>
			it(title, async () => {
				const { root, commit, marks, program } = hostileClone();
				const names = [
					'GIT_SSH',
					'GIT_EXTERNAL_DIFF',
					'GIT_PAGER',
					'GIT_PROXY_COMMAND',
					'GIT_ASKPASS',
					'SSH_ASKPASS',
				];
				const hostile = {
					...environment,
					...Object.fromEntries(names.map((name) => [name, program])),
					GIT_ALLOW_PROTOCOL: 'ext',
					GIT_NO_LAZY_FETCH: '0',
					GIT_EXEC_PATH: newFolder('exec'),
					GIT_DIR: newFolder('elsewhere'),
					GIT_CONFIG_COUNT: '1',
					GIT_CONFIG_KEY_0: 'core.fsmonitor',
					GIT_CONFIG_VALUE_0: program,
					GIT_TRACE: join(newFolder('trace'), 'trace'),
				};
				const read = await readAll(root, commit, { ...git, environment: hostile });
				assert.equal(read?.isFound, true);
				assert.deepEqual(marks(), []);
			}),
	);

	it('has its configured hooks switched off for a command that writes, whatever their names', async () => {
		const { root } = hostileClone();
		// Prints the whole configuration.
		const lines = (await gitOutput(git, root, ['var', '-l'])).split('\n');
		for (const name of [...hostileHooks, 'post-checkout', 'post-index-change', 'reference-transaction'])
			assert.ok(lines.includes(`hook.${name}.enabled=false`), name);
	});

	it('is not written to if the name of a hook cannot be passed to git', async () => {
		const root = newRepository();
		appendFileSync(
			join(root, '.git', 'config'),
			Buffer.from('[hook "\xff"]\n\tevent = post-checkout\n', 'latin1'),
		);
		await assert.rejects(runGit(git, root, ['branch', 'other']), { kind: 'refused', message: /not UTF-8/ });
		assert.equal((await runGit(git, root, ['rev-parse', 'HEAD'])).kind, 'done');
	});

	const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(userGit('/', '--version'))?.map(Number) ?? [];
	onlyWhere(
		process.platform !== 'win32' && (major > 2 || minor >= 54),
		'this git has no configured hooks, so it is only tested that they would be switched off',
		'is written to without running its hooks',
		(title) =>
			it(title, async () => {
				// Filters are not hooks: without attributes, none runs.
				const root = newRepository();
				const { marks } = makeHostile(root, newFolder('evil'));
				const worktree = newFolder('worktree');
				const result = await runGit(git, root, ['worktree', 'add', '-b', hostileBranch, worktree]);
				assert.deepEqual([result.kind, marks()], ['done', []]);
				// The hooks do run if a user runs git, so the test would notice.
				assert.throws(() => userGit(root, 'branch', 'other'));
				assert.throws(() => userGit(worktree, 'reset', '--hard'));
				const ran = marks();
				for (const mark of ['configured-hook', 'later-hook'])
					assert.ok(ran.includes(mark), `${mark}: ${ran}`);
			}),
	);

	it('does not make Tildeforge read another folder as the work tree', async () => {
		const elsewhere = newFolder('elsewhere');
		writeFileSync(join(elsewhere, '.hut.scfg'), 'tracker ~mallory/stolen\n');
		const { root, commit } = hostileClone(`[core]\n\tworktree = ${elsewhere}\n`);
		assert.equal(await readAll(root, commit), undefined);
	});

	it('is not read at all in a workspace that the user does not trust', async () => {
		const { root, commit, marks } = hostileClone();
		const untrusted = { ...git, isTrusted: false };
		await assert.rejects(readAll(root, commit, untrusted), { kind: 'refused', message: /you do not trust/ });
		assert.deepEqual(marks(), []);
	});

	it('is not a folder that only looks like a bare repository', async () => {
		const bare = newFolder('bare');
		userGit(bare, 'init', '--quiet', '--bare');
		const root = newRepository();
		// A repository can contain such a folder as ordinary files.
		userGit(root, 'clone', '--quiet', '--bare', bare, 'fixtures');
		const config = '[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n\tworktree = .\n';
		writeFileSync(join(root, 'fixtures', 'config'), config);
		assert.equal(await openClone(git, join(root, 'fixtures')), undefined);
		assert.equal((await openClone(git, root))?.root, root);
	});
});
