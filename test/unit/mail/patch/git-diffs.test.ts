import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { parsed, summary } from '../../../kit/mails/diff-text.ts';
import { type GitFolder, inGitFolder } from '../../../kit/mails/git-folder.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

const files = (folder: string, contents: Readonly<Record<string, string>>) => {
	for (const [path, content] of Object.entries(contents)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
};

/** The mode and the content of each file. */
type Tree = Readonly<Record<string, readonly [mode: string, content: string]>>;

/** Makes a commit and returns its id. */
function commit(git: GitFolder['git'], tree: Tree, ...parent: readonly string[]): string {
	git(['read-tree', '--empty']);
	for (const [name, [mode, content]] of Object.entries(tree)) {
		const id = git(['hash-object', '-w', '--stdin'], content).trim();
		git(['update-index', '--add', '--cacheinfo', `${mode},${id},${name}`]);
	}
	return git(['commit-tree', ...parent, '-m', 'Fix a', git(['write-tree']).trim()]).trim();
}

/** A repository with a commit, and changes that are staged and not staged. */
function changedFolder({ folder, git }: GitFolder): (words: readonly string[]) => string {
	const tree = join(folder, 'tree');
	const inTree = (words: readonly string[]) =>
		git([`--git-dir=${folder}`, `--work-tree=${tree}`, '-c', 'core.bare=false', ...words]);
	files(tree, { 'a b/x': '1\n2\n3\n', y: 'y\n', 'b/z': 'z\n', ä: 'ä\n' });
	inTree(['add', '-A']);
	inTree(['commit', '-qm', 'One']);
	files(tree, { 'a b/x': '1\n2\nthree\n', ä: 'ä\nö\n' });
	inTree(['add', '-A']);
	files(tree, { y: 'y\ny\n', 'b/z': '' });
	return inTree;
}

describe('A diff of git', () => {
	const staged = ['M a b/x a b/x 100644..100644 +1 -1', 'M ä ä 100644..100644 +1 -0'];
	const unstaged = ['M b/z b/z 100644..100644 +0 -1', 'M y y 100644..100644 +1 -0'];
	const cases: [words: readonly string[], expected: readonly string[]][] = [
		[['diff'], unstaged],
		[['diff', '--cached'], staged],
		[['-c', 'diff.mnemonicPrefix=true', 'diff'], unstaged],
		[['-c', 'diff.mnemonicPrefix=true', 'diff', '--cached'], staged],
		[['-c', 'diff.mnemonicPrefix=true', 'diff', 'HEAD', '--', 'a b'], staged.slice(0, 1)],
		[['-c', 'diff.mnemonicPrefix=true', 'diff', '-R', '--', 'y'], ['M y y 100644..100644 +0 -1']],
		[['-c', 'core.quotePath=false', 'diff', '--cached', '--no-prefix'], staged],
		[['diff', '--src-prefix=old/tree/', '--dst-prefix=new/'], unstaged],
		[['diff', '--src-prefix=old-', '--dst-prefix=new-', '--', 'b'], ['M z z 100644..100644 +0 -1']],
		[['diff', '--word-diff=none', '--color=never', '-U0'], unstaged],
		[['diff', '--stat', '-p', '--summary'], unstaged],
	];
	for (const [words, expected] of cases) {
		it(`is parsed: git ${words.join(' ')}`, () => {
			inGitFolder((repository) => {
				const { files, warnings } = parsed(changedFolder(repository)(words));
				assert.deepEqual(files.map(summary), expected);
				assert.deepEqual(warnings, []);
			});
		});
	}

	const before = 'one\ntwo\nthree\nfour\nfive\nsix\n';
	const after = before.replace('two', '  two');
	const spaced: readonly [what: string, tree: Tree, expected: string][] = [
		['renamed', { new: ['100644', after] }, 'R old new 100644..100644 +0 -0'],
		['copied', { old: ['100644', before], new: ['100644', after] }, 'C old new 100644..100644 +0 -0'],
		['that has another mode', { old: ['100755', after] }, 'M old old 100644..100755 +0 -0'],
		['renamed, which has another mode', { new: ['100755', after] }, 'R old new 100644..100755 +0 -0'],
	];
	for (const [what, tree, expected] of spaced) {
		it(`lacks nothing if it leaves out the changed spaces of a file ${what}`, () => {
			inGitFolder(({ git }) => {
				const first = commit(git, { old: ['100644', before] });
				const words = ['format-patch', '-1', '-w', '-M', '-C', '--find-copies-harder', '--stdout'];
				const second = commit(git, tree, '-p', first);
				for (const option of ['--signature=2.43.0', '--no-signature']) {
					const mail = git([...words, option, second]);
					const [patch] = parsePatches(parseMail(mail));
					assert.deepEqual([patch?.files.map(summary), patch?.warnings], [[expected], []]);
					git(['read-tree', first]);
					git(['apply', '--check', '--cached'], mail);
				}
			});
		});
	}

	it('of a merge is reported, and ends where the next one begins', () => {
		inGitFolder((repository) => {
			const git = changedFolder(repository);
			git(['commit', '-qam', 'Two']);
			git(['checkout', '-qb', 'side', 'HEAD~1']);
			files(join(repository.folder, 'tree'), { 'a b/x': '1\n2\ndrei\n', y: 'Y\n' });
			git(['commit', '-qam', 'Side']);
			const tree = git(['write-tree']).trim();
			const merge = git(['commit-tree', '-p', 'main', '-p', 'side', '-m', 'Merge', tree]).trim();
			git(['update-ref', 'refs/heads/merge', merge]);
			files(join(repository.folder, 'tree'), { 'a b/x': '1\nboth\n--- x\n' });
			git(['add', '-A']);
			const amended = git([
				'commit-tree',
				'-p',
				'main',
				'-p',
				'side',
				'-m',
				'Merge',
				git(['write-tree']).trim(),
			]).trim();
			const { files: found, warnings } = parsed(`${git(['show', '--cc', amended])}-- \n2.43.0\n`);
			assert.deepEqual(
				found.map(({ new: name, isCombined }) => [name, isCombined]),
				[['a b/x', true]],
			);
			assert.deepEqual(warnings, ['combined-diff']);
		});
	});

	it('of files outside a repository is parsed', () => {
		inGitFolder(({ folder, git }) => {
			files(folder, { 'one/x': 'a\n', 'two/x': 'b\n', 'one/gone': 'a\n', 'two/fresh': 'a\nb' });
			symlinkSync('x', join(folder, 'two/link'));
			const { files: found, warnings } = parsed(git(['diff', '--no-index', '--no-renames', 'one', 'two']));
			assert.deepEqual(found.map(summary).sort(), [
				'A - two/fresh -..100644 +2 -0',
				'A - two/link -..120000 +1 -0',
				'D one/gone - 100644..- +0 -1',
				'M x x 100644..100644 +1 -1',
			]);
			assert.deepEqual(warnings, []);
		});
	});
});

describe('A diff of GNU diff', () => {
	const diff = (folder: string, words: readonly string[]) =>
		spawnSync('diff', words, { cwd: folder, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } }).stdout;
	const hasDiff = /GNU/.test(spawnSync('diff', ['--version'], { encoding: 'utf8' }).stdout ?? '');
	const cases: [words: readonly string[], expected: readonly string[]][] = [
		[
			['-ru', 'one', 'two'],
			['M b c/y b c/y +1 -0', 'M x x +1 -1'],
		],
		[
			['-ruN', 'one', 'two'],
			['A - fresh +1 -0', 'D gone - +0 -1', 'M b c/y b c/y +1 -0', 'M x x +1 -1'],
		],
		[
			['-rup', '-U0', 'one', 'two'],
			['M b c/y b c/y +1 -0', 'M x x +1 -1'],
		],
		[['-u', 'one/x', 'two/x'], ['M x x +1 -1']],
		[['-u', '--label', 'a/x', '--label', 'b/x', 'one/x', 'two/x'], ['M x x +1 -1']],
	];
	for (const [words, expected] of cases) {
		onlyWhere(hasDiff, 'needs GNU diff', `is parsed: diff ${words.join(' ')}`, (title) =>
			it(title, () => {
				inGitFolder(({ folder }) => {
					files(folder, { 'one/x': 'a\nc\n', 'one/gone': 'a\n', 'one/b c/y': 'a\r\n' });
					files(folder, { 'two/x': 'b\nc\n', 'two/fresh': '-- \n', 'two/b c/y': 'a\r\nb\r\n' });
					const { files: found, warnings } = parsed(diff(folder, words));
					assert.deepEqual(found.map(summary).sort(), expected);
					assert.deepEqual(warnings, []);
				});
			}),
		);
	}
});
