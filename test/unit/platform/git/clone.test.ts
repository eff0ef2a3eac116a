import assert from 'node:assert/strict';
import { appendFileSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path, { basename, dirname, join } from 'node:path';
import { openClone, parseLayout } from '../../../../src/platform/git/clone.ts';
import { git, isolatedEnvironment, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

const url = 'https://git.forge.test/~ana/editor';
const remotes = [{ name: 'origin', fetchUrls: [url], pushUrls: [url] }];

function repositoryWithRemote(): string {
	const folder = newRepository({ 'src/deep/a.txt': 'a\n' });
	userGit(folder, 'remote', 'add', 'origin', url);
	return folder;
}

describe('The local clone of a folder', () => {
	it('is found from its root, with its remotes and the address of its commits', async () => {
		const root = repositoryWithRemote();
		userGit(root, 'config', 'user.email', 'ana@home.test');
		const gitFolder = join(root, '.git');
		assert.deepEqual(await openClone(git, root), {
			root,
			folders: [root],
			gitFolder,
			commonFolder: gitFolder,
			objectFormat: 'sha1',
			isPartial: false,
			remotes,
			email: 'ana@home.test',
		});
	});

	it('is found from another work tree, which shares objects and remotes', async () => {
		const root = repositoryWithRemote();
		const tree = join(newFolder('trees'), 'second');
		userGit(root, 'worktree', 'add', '--quiet', '-b', 'second', tree);
		const clone = await openClone(git, tree);
		assert.equal(clone?.root, tree);
		assert.equal(clone?.gitFolder, join(root, '.git', 'worktrees', 'second'));
		assert.equal(clone?.commonFolder, join(root, '.git'));
		assert.deepEqual(clone?.remotes, remotes);
	});

	it('is that of a submodule inside the submodule', async () => {
		const inner = newRepository();
		const root = repositoryWithRemote();
		userGit(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib');
		const clone = await openClone(git, join(root, 'lib'));
		assert.equal(clone?.root, join(root, 'lib'));
		assert.deepEqual(
			clone?.remotes.map(({ fetchUrls }) => fetchUrls),
			[[inner]],
		);
		assert.equal((await openClone(git, root))?.root, root);
	});

	it('is found in folders with unusual names', async () => {
		const folder = newFolder('names');
		for (const name of ['-c', '--help', "a 'b' $(c)", 'ä→💥', '%2e&x;y']) {
			const root = join(folder, name);
			mkdirSync(root);
			userGit(root, 'init', '--quiet');
			assert.equal((await openClone(git, root))?.root, root);
		}
	});

	it('does not exist for a folder outside the work tree that its settings name', async () => {
		const root = newRepository();
		userGit(root, 'config', 'core.worktree', newFolder('elsewhere'));
		assert.equal(await openClone(git, root), undefined);
	});

	onlyWhere(
		process.getuid?.() === 0,
		'only the superuser can give files to another user',
		'is refused if it belongs to another user, unless the user has called it safe',
		(title) =>
			it(title, async () => {
				const root = newRepository();
				chownSync(root, 65_534, 65_534);
				await assert.rejects(openClone(git, root), {
					name: 'ForgeError',
					kind: 'refused',
					message: `The repository in ${root} belongs to another user, so git does not read it. If you trust it, run: git config --global --add safe.directory followed by the folder.`,
				});
				const home = newFolder('home');
				writeFileSync(join(home, '.gitconfig'), `[safe]\n\tdirectory = ${root}\n`);
				const environment = isolatedEnvironment(home);
				assert.equal((await openClone({ ...git, environment }, root))?.root, root);
			}),
	);

	/** The URLs for fetching, with these settings of the user. */
	async function fetchUrls(folder: string, settings = ''): Promise<readonly string[]> {
		const home = newFolder('home');
		writeFileSync(join(home, '.gitconfig'), settings);
		const clone = await openClone({ ...git, environment: isolatedEnvironment(home) }, folder);
		return (clone?.remotes ?? []).flatMap((remote) => remote.fetchUrls);
	}

	/** Settings that replace the host of `url` in clones that fulfil the condition. */
	const includeIf = (condition: string, file: string) => `[includeIf "${condition}"]\n\tpath = ${file}\n`;
	const asPath = (folder: string) => folder.replaceAll('\\', '/');
	const replacedUrl = 'ssh://replaced.test/~ana/editor';
	function replacingFile(): string {
		const file = join(newFolder('included'), 'settings');
		writeFileSync(file, '[url "ssh://replaced.test/"]\n\tinsteadOf = https://git.forge.test/\n');
		return asPath(file);
	}

	it('has the settings of files that the user includes only for clones in some folders', async () => {
		const root = repositoryWithRemote();
		const file = replacingFile();
		const elsewhere = asPath(newFolder('elsewhere'));
		const inside = includeIf(`gitdir:${asPath(dirname(root))}/`, file);
		assert.deepEqual(await fetchUrls(root, inside), [replacedUrl]);
		assert.deepEqual(await fetchUrls(join(root, 'src', 'deep'), inside), [replacedUrl]);
		assert.deepEqual(await fetchUrls(root, includeIf(`gitdir:${elsewhere}/`, file)), [url]);
		assert.deepEqual(await fetchUrls(root, includeIf('onbranch:main', file)), [replacedUrl]);
		assert.deepEqual(await fetchUrls(root, includeIf('onbranch:other', file)), [url]);
	});

	it('has the settings of files that it includes itself, also from another work tree', async () => {
		const root = repositoryWithRemote();
		const tree = join(newFolder('trees'), 'second');
		userGit(root, 'worktree', 'add', '--quiet', '-b', 'second', tree);
		writeFileSync(
			join(root, '.git', 'more'),
			'[remote "second"]\n\turl = https://git.forge.test/~bob/editor\n',
		);
		appendFileSync(join(root, '.git', 'config'), includeIf('gitdir:**/worktrees/second', 'more'));
		assert.deepEqual(await fetchUrls(root), [url]);
		assert.deepEqual(await fetchUrls(tree), [url, 'https://git.forge.test/~bob/editor']);
	});

	onlyWhere(
		process.platform !== 'win32',
		'git on Windows only knows the path without symbolic links',
		'has the settings of files that the user includes for the path through a symbolic link',
		(title) =>
			it(title, async () => {
				const root = repositoryWithRemote();
				const links = newFolder('links');
				symlinkSync(dirname(root), join(links, 'code'));
				const settings = includeIf(`gitdir:${links}/code/`, replacingFile());
				assert.deepEqual(await fetchUrls(join(links, 'code', basename(root)), settings), [replacedUrl]);
				assert.deepEqual(await fetchUrls(root, settings), [url]);
			}),
	);

	it('is refused with a reason if git cannot read it', async () => {
		const root = newRepository();
		writeFileSync(join(root, '.git', 'config'), '[core\n');
		await assert.rejects(openClone(git, root), {
			kind: 'refused',
			message: /^Git cannot read the repository in .+: fatal: bad config line 1 in file .+$/,
		});
		rmSync(root, { recursive: true });
		await assert.rejects(openClone(git, root), { kind: 'refused', message: /No such file or directory/ });
	});
});

describe('The layout of a clone', () => {
	const layout = (folder: string, lines: readonly string[], paths: path.PlatformPath) =>
		parseLayout(folder, lines.join('\n'), paths);

	const cases: Readonly<
		Record<string, readonly [folder: string, lines: readonly string[], folders: readonly string[]]>
	> = {
		'on a drive': [
			'c:\\code\\editor',
			['true', 'sha1', 'C:/code/editor/.git', '.git', '', 'C:/code/editor', ''],
			['c:\\code\\editor'],
		],
		'below the root': [
			'c:\\code\\editor\\src\\a b',
			['true', 'sha1', 'C:/code/editor/.git', '../../.git', 'src/a b/', 'C:/code/editor', ''],
			['c:\\code\\editor\\src\\a b', 'c:\\code\\editor\\src', 'c:\\code\\editor'],
		],
		'on a share': [
			'\\\\server\\share\\editor',
			['true', 'sha1', '//server/share/editor/.git', '.git', '', '//server/share/editor', ''],
			['\\\\server\\share\\editor'],
		],
		'with line breaks of Windows': [
			'd:\\x',
			['true\r', 'sha1\r', 'D:/x/.git\r', '.git\r', '\r', 'D:/x\r', ''],
			['d:\\x'],
		],
	};
	for (const [what, [folder, lines, folders]] of Object.entries(cases)) {
		it(`has the paths of Windows ${what}`, () => {
			const found = layout(folder, lines, path.win32);
			const root = folders.at(-1) ?? '';
			assert.deepEqual(found?.folders, folders);
			assert.equal(found?.root, root);
			for (const one of [found?.gitFolder, found?.commonFolder]) {
				assert.equal(one?.toLowerCase(), `${root}\\.git`.toLowerCase());
			}
		});
	}

	it('is refused if a path has a line break, which would look like another path', () => {
		assert.throws(() => layout('/a', ['true', 'sha1', '/a', '/etc', '.git', '', '/a'], path.posix), {
			kind: 'refused',
			message: 'The path of the repository in /a contains a line break.',
		});
	});
});
