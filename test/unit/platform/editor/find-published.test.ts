import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TextDocument } from 'vscode';
import { commitAll, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';
import { setSetting } from '../../../kit/window/editor.ts';

const { findPublished } = await import('../../../../src/platform/editor/find-published.ts');
const { Uri } = await import('vscode');

const uri = Uri.file('/project/src/a.ts');
const textDocument = (text = 'a\nb\n', at = uri) => ({ uri: at, getText: () => text }) as TextDocument;
const origin = { name: 'origin', fetchUrl: 'https://git.forge.test/~ana/a' };
const other = { name: 'other', fetchUrl: 'https://git.forge.test/~bob/a' };

interface Given {
	readonly remotes?: readonly object[];
	readonly upstream?: object;
	/** The text of the file by the branch that has it. */
	readonly texts?: Readonly<Record<string, string>>;
}

/** A folder with a git repository. */
function repository({ remotes = [origin, other], upstream, texts = {} }: Given): void {
	setSetting('git', {
		rootUri: Uri.file('/project'),
		state: { HEAD: { upstream }, remotes },
		getCommit: async (ref: string) => ({ hash: ref.replace('refs/remotes/', 'commit of ') }),
		show: async (hash: string) => {
			const text = texts[hash.replace('commit of ', '')];
			if (text === undefined) throw new Error('no such file');
			return text;
		},
		getMergeBase: async () => undefined,
		diffWith: async () => [],
	});
}

const lines = { from: 1, to: 2 };
const find = (one = textDocument(), isKnown: (remote: string) => boolean = () => true) =>
	findPublished(one.uri, { ...lines, text: one.getText() }, isKnown);
const at = ({ fetchUrl }: typeof origin, branch: string) => ({
	...{ remote: fetchUrl, commit: `commit of ${branch}`, path: 'src/a.ts', lines },
});
const same = 'a\nb\n';

describe('The place where a text is published', () => {
	it('is the branch that the user follows, before the other remotes', async () => {
		repository({
			upstream: { remote: 'other', name: 'topic' },
			texts: { 'origin/HEAD': same, 'other/topic': same },
		});
		assert.deepEqual(await find(), at(other, 'other/topic'));
	});

	it('is the default branch of another remote if the text differs there', async () => {
		repository({
			upstream: { remote: 'other', name: 'topic' },
			texts: { 'origin/HEAD': same, 'other/topic': 'b\n' },
		});
		assert.deepEqual(await find(), at(origin, 'origin/HEAD'));
	});

	it('is the same for other line ends and a byte order mark', async () => {
		repository({ texts: { 'origin/HEAD': '\uFEFFa\r\nb\r\n' } });
		assert.deepEqual(await find(), at(origin, 'origin/HEAD'));
	});

	const unknown: readonly [what: string, given: Given, find: () => Promise<unknown>][] = [
		['the text differs', { texts: { 'origin/HEAD': 'b\n' } }, () => find()],
		['no branch has the file', {}, () => find()],
		['no forge has the remote', { texts: { 'origin/HEAD': same } }, () => find(textDocument(), () => false)],
		[
			'the text is not a file',
			{ texts: { 'origin/HEAD': same } },
			() => find(textDocument(same, Uri.parse('untitled:a'))),
		],
	];
	for (const [what, given, act] of unknown) {
		it(`is not known if ${what}`, async () => {
			repository(given);
			assert.equal(await act(), undefined);
		});
	}

	it('is not known without git', async () => {
		assert.equal(await find(), undefined);
	});
});

describe('The lines of a local file', () => {
	const forge = 'https://git.forge.test/~ana/a';
	const paths = Array.from({ length: 20 }, (_, nth) => `src/file-${nth}.c`);
	/** Every second line is a brace. */
	const textOf = (path: string) => Array.from({ length: 30 }, (_, nth) => `${path} ${nth} {\n}\n`).join('');

	/** A clone of a remote repository that has all files, with that remote by this name. */
	function cloned(remote = 'origin'): string {
		const root = newRepository(Object.fromEntries(paths.map((path) => [path, textOf(path)])));
		const bare = newFolder('bare');
		userGit(bare, 'init', '--quiet', '--bare', '--initial-branch=main');
		userGit(root, 'remote', 'add', remote, bare);
		userGit(root, 'push', '--quiet', remote, 'main');
		userGit(root, 'remote', 'set-head', remote, 'main');
		return root;
	}

	/** What VS Code says of a clone. */
	function open(root: string, remotes: readonly string[], upstream?: string): void {
		const git = async (...words: readonly string[]) => userGit(root, ...words);
		const relative = (path: string) => path.slice(root.length + 1);
		setSetting('git', {
			rootUri: Uri.file(root),
			state: {
				HEAD: { upstream: upstream && { remote: upstream, name: 'main' } },
				remotes: remotes.map((name) => ({ name, fetchUrl: `${forge}-${name}` })),
			},
			getCommit: async (ref: string) => ({ hash: await git('rev-parse', '--verify', ref) }),
			show: async (ref: string, path: string) => `${await git('show', `${ref}:${relative(path)}`)}\n`,
			getMergeBase: (one: string, other: string) => git('merge-base', one, other),
			diffWith: async (ref: string) =>
				(await git('diff', '--name-status', '--find-renames', ref)).split('\n').map((line) => {
					const [, from = '', to] = line.split('\t');
					return { originalUri: Uri.file(join(root, from)), renameUri: to && Uri.file(join(root, to)) };
				}),
		});
	}

	/** Finds three lines of a file, and checks that a remote has the same ones there. */
	async function findIn(root: string, path: string, remote = 'origin'): Promise<void> {
		const file = join(root, path);
		const text = readFileSync(file, 'utf8');
		const local = text.split('\n');
		const from = local.findIndex((line) => / 20 {$/.test(line)) + 1;
		const found = await findPublished(
			Uri.file(file),
			{ from, to: from + 2, text },
			(url) => url === `${forge}-${remote}`,
		);
		assert.ok(found?.lines, path);
		assert.notEqual(userGit(root, 'branch', '--remotes', '--contains', found.commit), '', 'it is published');
		const published = userGit(root, 'show', `${found.commit}:${found.path}`).split('\n');
		const at = found.lines.from;
		assert.deepEqual(published.slice(at - 1, at + 2), local.slice(from - 1, from + 2), path);
	}

	const edit = (root: string, path: string, change: (text: string) => string) =>
		writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')));
	const addAbove = (text: string) => `// one\n}\n// two\n${text.replace(/^.* 3 {\n}\n/m, '')}`;
	const move = (root: string, path: string) => {
		const to = `moved/${path}`;
		mkdirSync(dirname(join(root, to)), { recursive: true });
		userGit(root, 'mv', path, to);
		return to;
	};

	it('are found in each of 20 files that are changed, ahead or moved', async () => {
		const root = cloned();
		for (const path of paths.slice(4, 8)) edit(root, path, addAbove);
		for (const path of paths.slice(8, 12)) edit(root, path, addAbove);
		const moved = paths.slice(12, 15).map((path) => move(root, path));
		userGit(
			root,
			'commit',
			'--quiet',
			'--message',
			'Ahead',
			...paths.slice(8, 12),
			...moved,
			...paths.slice(12, 15),
		);
		const movedLater = paths.slice(15).map((path) => move(root, path));
		for (const path of movedLater.slice(0, 2)) edit(root, path, addAbove);
		open(root, ['origin'], 'origin');
		for (const path of [...paths.slice(0, 12), ...moved, ...movedLater]) await findIn(root, path);
	});

	it('are found where the branch of the remote no longer has them, and without a branch', async () => {
		const root = cloned();
		const before = userGit(root, 'rev-parse', 'HEAD');
		const [path = ''] = paths;
		edit(root, path, (text) => text.replace(/^.* 20 {\n/m, ''));
		commitAll(root);
		userGit(root, 'push', '--quiet', 'origin', 'main');
		userGit(root, 'checkout', '--quiet', before);
		open(root, ['origin']);
		await findIn(root, path);
	});

	it('are found on the remote of a forge, whatever other remotes there are', async () => {
		const root = cloned('fork');
		userGit(root, 'remote', 'add', 'origin', newFolder('elsewhere'));
		open(root, ['origin', 'fork'], 'origin');
		await findIn(root, paths[3] ?? '', 'fork');
	});

	it('are not found before they are published', async () => {
		const root = cloned();
		const [path = ''] = paths;
		edit(root, path, (text) => text.replace(' 20 {', ' 20 { // changed'));
		open(root, ['origin'], 'origin');
		const file = Uri.file(join(root, path));
		const text = readFileSync(file.fsPath, 'utf8');
		assert.equal(await findPublished(file, { from: 41, to: 42, text }, () => true), undefined);
		assert.deepEqual((await findPublished(file, { from: 43, to: 44, text }, () => true))?.lines, {
			from: 43,
			to: 44,
		});
		assert.equal((await findPublished(file, undefined, () => true))?.path, path);
	});
});
