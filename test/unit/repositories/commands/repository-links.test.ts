import assert from 'node:assert/strict';
import {
	answerWith,
	choose,
	documents,
	FakeDocument,
	setSetting,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';

const { Uri } = await import('vscode');
const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');

const master = { kind: 'ref', name: 'refs/heads/master' } as const;
const uriOf = (path: string, revision = master) =>
	fileUri({ instance: 'forge.test', owner: '~ana', repository: 'editor', revision, path });

/** The user looks at a file, with lines selected. */
function look(
	path: string,
	[startLine, endLine, endCharacter]: readonly [number, number, number],
	revision = master,
) {
	const uri = uriOf(path, revision);
	const [start, end] = [
		{ line: startLine, character: 0 },
		{ line: endLine, character: endCharacter },
	];
	const isEmpty = startLine === endLine && endCharacter === 0;
	setSetting('editor', { document: { uri }, selection: { start, end, isEmpty } });
	return uri;
}

describe('The ID of a commit', () => {
	const { open } = repositoryCommands();

	it('is copied in full', async () => {
		const { commands } = await open('ana');
		const commit = 'c'.repeat(40);
		await commands.copyCommitId([row('ana', 'editor', { kind: 'commit', commit })]);
		assert.deepEqual(takeCalls(), [`clipboard: ${commit}`, 'status bar: Commit ID copied']);
	});
});

describe('A file in the Repositories view', () => {
	const { open } = repositoryCommands();
	const main = row('ana', 'editor', { kind: 'entry', path: 'src/main.c', isFolder: false, revision: master });

	it('has a path that is copied', async () => {
		const { commands } = await open('ana');
		await commands.copyPath([main]);
		assert.deepEqual(takeCalls(), ['clipboard: src/main.c', 'status bar: Path copied']);
	});

	it('opens beside the editor', async () => {
		const { commands } = await open('ana');
		await commands.openToSide([main]);
		assert.deepEqual(takeCalls(), [
			'command: vscode.open: "tildeforge://forge.test/~ana/editor (master)/src/main.c": {"viewColumn":-2}',
		]);
	});
});

describe('The clone address of a repository', () => {
	const { open, forge } = repositoryCommands();
	const addresses = () => {
		const { repositories } = forge().addresses;
		return [`${repositories}/~ana/editor`, `git@${new URL(repositories).hostname}:~ana/editor`] as const;
	};
	const boxOf = (title: string) =>
		`pick: ${title}: Address of ~ana/editor: HTTPS (read-only) | SSH (read and write, with your SSH key)`;

	for (const [label, at] of [
		['HTTPS', 0],
		['SSH', 1],
	] as const) {
		it(`is copied for ${label}`, async () => {
			const { commands } = await open('ana');
			answerWith(choose(label));
			await commands.copyCloneAddress([row('ana', 'editor')]);
			assert.deepEqual(takeCalls(), [
				boxOf('Copy Clone Address'),
				`clipboard: ${addresses()[at]}`,
				'status bar: Clone address copied',
			]);
		});

		it(`is passed to VS Code’s own command for ${label}, which asks where to`, async () => {
			const { commands } = await open('ana');
			answerWith(choose(label));
			await commands.clone([row('ana', 'editor')]);
			assert.deepEqual(takeCalls(), [boxOf('Clone Repository'), `command: git.clone: ${addresses()[at]}`]);
		});
	}

	it('is in the commands that push to a repository without commits, which are copied together', async () => {
		const { commands } = await open('ana');
		await commands.copyPushCommands([row('ana', 'editor')]);
		const lines = [`git remote add origin ${addresses()[1]}`, 'git push --set-upstream origin HEAD'];
		assert.deepEqual(takeCalls(), [`clipboard: ${lines.join('\n')}`, 'status bar: Push commands copied']);
	});
});

describe('The page of a repository', () => {
	const { open, forge } = repositoryCommands();

	it('is opened in the browser, of the row or of the file in the editor', async () => {
		const { commands } = await open('ana');
		const base = `${forge().addresses.repositories}/~ana/editor`;
		const id = 'a'.repeat(40);
		for (const [about, page] of [
			[{}, ''],
			[{ kind: 'log' }, '/log/HEAD'],
			[{ kind: 'reference', name: 'refs/tags/2.4.0' }, '/tree/2.4.0'],
			[{ kind: 'commit', commit: id }, `/commit/${id}`],
			[{ kind: 'entry', revision: master, path: 'src', isFolder: true }, '/tree/master/item/src'],
		] as const) {
			await commands.openOnWeb([row('ana', 'editor', about)]);
			assert.deepEqual(takeCalls(), ['progress: Finding the page', `browser: ${base}${page}`]);
		}
		look('doc/NEWS', [0, 0, 0]);
		await commands.openOnWeb([]);
		assert.deepEqual(takeCalls(), [
			'progress: Finding the page',
			`browser: ${base}/tree/master/item/doc/NEWS`,
		]);
	});
});

describe('A permalink', () => {
	const { open, forge } = repositoryCommands();

	async function openWithTip() {
		const window = await open('ana');
		const cache = window.cacheOf('ana', 'editor');
		const tip = (await cache.commitOf(master)) ?? assert.fail();
		const commitOf = (name: string) => cache.peeledCommitOf({ kind: 'ref', name });
		const tag = {
			target: await cache.commitOf({ kind: 'ref', name: 'refs/tags/2.4.0' }),
			commit: await commitOf('refs/tags/2.4.0'),
		};
		return { ...window, tip, tag, base: `${forge().addresses.repositories}/~ana/editor` };
	}
	const finding = 'progress: Finding the commit';
	const copied = 'status bar: Permalink copied';

	it('has the commit of the repository, of a branch or of an annotated tag', async () => {
		const { commands, tip, tag, base } = await openWithTip();
		assert.notEqual(tag.target, tag.commit);
		for (const [about, page] of [
			[{}, `/tree/${tip}`],
			[{ kind: 'log' }, `/log/${tip}`],
			[{ kind: 'reference', name: 'refs/tags/2.4.0' }, `/tree/${tag.commit}`],
			[
				{ kind: 'entry', revision: master, path: 'README.md', isFolder: false },
				`/tree/${tip}/item/README.md`,
			],
		] as const) {
			await commands.copyPermalink([row('ana', 'editor', about)]);
			assert.deepEqual(takeCalls(), [finding, `clipboard: ${base}${page}`, copied]);
		}
	});

	for (const [what, lines, hash] of [
		['no lines if the caret is at the start', [0, 0, 0], ''],
		['the line of the caret', [4, 4, 0], '#L5'],
		['the selected lines', [1, 3, 2], '#L2-4'],
		['the selected lines without the next one, at whose start the selection ends', [1, 3, 0], '#L2-3'],
	] as const) {
		it(`of the file in the editor has ${what}`, async () => {
			const { commands, tip, base } = await openWithTip();
			look('README.md', lines);
			await commands.copyPermalink([]);
			assert.deepEqual(takeCalls(), [
				finding,
				`clipboard: ${base}/tree/${tip}/item/README.md${hash}`,
				copied,
			]);
		});
	}

	for (const [what, lines, lineNumber, hash] of [
		['that line', [1, 3, 0], 7, '#L7'],
		['the selected lines if it is one of them', [1, 3, 0], 3, '#L2-3'],
	] as const) {
		it(`of a line number that was clicked has ${what}`, async () => {
			const { commands, tip, base } = await openWithTip();
			const uri = look('README.md', lines);
			await commands.copyPermalink([{ lineNumber, uri }]);
			assert.deepEqual(takeCalls(), [
				finding,
				`clipboard: ${base}/tree/${tip}/item/README.md${hash}`,
				copied,
			]);
		});
	}

	it('of lines that the editor shows at a symbolic link is that of the file that has them', async () => {
		const { commands, tip, base } = await openWithTip();
		look('NEWS', [1, 3, 0]);
		await commands.copyPermalink([]);
		assert.equal(takeCalls()[1], `clipboard: ${base}/tree/${tip}/item/doc/NEWS#L2-3`);
		await commands.openOnWeb([]);
		assert.equal(takeCalls()[1], `browser: ${base}/tree/master/item/doc/NEWS`);
		const link = { kind: 'entry', revision: master, path: 'NEWS', isFolder: false } as const;
		await commands.copyPermalink([row('ana', 'editor', link)]);
		assert.equal(takeCalls()[1], `clipboard: ${base}/tree/${tip}/item/NEWS`);
	});

	it('of a tab that is not the active one has no lines', async () => {
		const { commands, tip, base } = await openWithTip();
		look('README.md', [1, 3, 0]);
		await commands.copyPermalink([uriOf('doc/NEWS')]);
		assert.equal(takeCalls()[1], `clipboard: ${base}/tree/${tip}/item/doc/NEWS`);
	});

	it('of a row is not that of the file in the editor', async () => {
		const { commands, tip, base } = await openWithTip();
		look('README.md', [1, 3, 0]);
		await commands.copyPermalink([row('ana', 'editor')]);
		assert.equal(takeCalls()[1], `clipboard: ${base}/tree/${tip}`);
	});

	/** The user looks at a file of a clone, with lines selected. What the forge has of it is `published`. */
	function lookAtLocal(text: string, published: string | undefined, remote: string) {
		setSetting('git', {
			rootUri: Uri.file('/project'),
			state: { HEAD: {}, remotes: [{ name: 'origin', fetchUrl: remote }] },
			getCommit: async () => ({ hash: 'c0ffee' }),
			show: async () => published ?? assert.fail('no such file'),
			getMergeBase: async () => undefined,
			diffWith: async () => [],
		});
		const uri = Uri.file('/project/src/a.c');
		const selection = { start: { line: 1, character: 0 }, end: { line: 1, character: 1 }, isEmpty: false };
		const document = new FakeDocument(uri, text, () => {});
		documents.splice(0, documents.length, document);
		setSetting('editor', { document, selection });
	}

	it('of a file in a clone is that of its lines in the last commit that the forge has, whatever row is selected', async () => {
		const { commands, base } = await openWithTip();
		lookAtLocal('one\ntwo\n', 'new\nlines\none\ntwo\n', base);
		await commands.copyPermalink([]);
		assert.deepEqual(takeCalls(), [
			`clipboard: ${base}/tree/c0ffee/item/src/a.c#L4`,
			'status bar: Permalink copied: there it is line 4',
		]);
		await commands.openOnWeb([]);
		assert.deepEqual(takeCalls(), [`browser: ${base}/tree/c0ffee/item/src/a.c#L4`]);
		await commands.copyPermalink([row('ana', 'editor')]);
		assert.equal(takeCalls()[0], finding);
		// A picture cannot be opened as a text.
		await commands.copyPermalink([Uri.file('/project/src/a.png')]);
		assert.equal(takeCalls()[0], `clipboard: ${base}/tree/c0ffee/item/src/a.png`);
	});

	it('is refused, by its name, for a file or lines that no forge has', async () => {
		const { commands, base } = await openWithTip();
		lookAtLocal('one\ntwo\n', 'one\n', base);
		await assert.rejects(commands.copyPermalink([]), {
			message: 'Line 2 of src/a.c is not on the forge yet. Push the file first, or select other lines.',
		});
		lookAtLocal('one\ntwo\n', 'one\n', 'https://git.elsewhere.test/a');
		const message = 'src/a.c is in no repository of your forges.';
		await assert.rejects(commands.copyPermalink([]), { message });
		await assert.rejects(commands.openOnWeb([Uri.file('/project/src/a.c')]), { message });
		await commands.openOnWeb([]);
		assert.match(takeCalls().at(-1) ?? '', /^pick: Open Repository in Browser: /);
	});
});
