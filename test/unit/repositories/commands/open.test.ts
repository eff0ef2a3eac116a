import assert from 'node:assert/strict';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { addReferences } from '../../../kit/forge/demo-repositories.ts';
import {
	answerWith,
	choose,
	enter,
	made,
	problemsOf,
	setSetting,
	signInOffer,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';
import { until } from '../../../tools/until.ts';

const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');

const uri = (rest: string) => `tildeforge://forge.test/~ana/editor${rest.replace(/^[^/]+/, ' ($&)')}`;
const opened = (rest: string, options = '{}') => `command: vscode.open: "${uri(rest)}": ${options}`;
const entry = (path: string, isFolder: boolean) => ({
	...{ kind: 'entry', path, isFolder },
	revision: { kind: 'ref', name: 'refs/heads/master' },
});

describe('Opening an address', () => {
	const { open, forge } = repositoryCommands();
	const address = (page: string, repository = '~ana/editor') =>
		`${forge().addresses.repositories}/${repository}${page}`;

	for (const [what, page, calls] of [
		['a file', '/tree/master/item/src/main.c', [opened('master/src/main.c')]],
		['a file with the ending of clone addresses', '/tree/master/item/x.git', [opened('master/x.git')]],
		[
			'a file whose path looks like a clone address',
			'/tree/master/item/~a/b.git',
			[opened('master/~a/b.git')],
		],
		[
			'lines of a file',
			'/tree/2.4.0/item/README.md#L2-3',
			[
				opened(
					'refs~tags~2.4.0/README.md',
					'{"selection":{"start":{"line":1,"character":0},"end":{"line":2,"character":1073741824}}}',
				),
			],
		],
		[
			'a line of a file',
			'/tree/master/item/README.md#L2',
			[
				opened(
					'master/README.md',
					'{"selection":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}}}',
				),
			],
		],
		['a folder', '/tree/master/item/src', [`folders: 0: 0: ~ana/editor/src (master) ${uri('master/src')}`]],
	] as const) {
		it(`opens ${what}`, async () => {
			const { commands } = await open('ana');
			await commands.openUrl(address(page));
			assert.deepEqual(takeCalls(), calls);
		});
	}

	it('offers what can be done with a submodule', async () => {
		const { commands } = await open('ana');
		await commands.openUrl(address('/tree/master/item/vendor/wcwidth9'));
		assert.match(takeCalls().join(), /^pick: Submodule vendor\/wcwidth9: .*Copy Commit ID/);
	});

	it('opens a folder that a symbolic link leads to', async () => {
		const { commands, cacheOf } = await open('ana');
		const { objects } = cacheOf('ana', 'editor');
		const rootTree = objects.rootTree.bind(objects);
		objects.rootTree = async (...args) => {
			const tree = await rootTree(...args);
			const link = { name: 'sources', kind: 'symlink', id: 'a'.repeat(40) } as const;
			return tree && { ...tree, entries: [...tree.entries, link] };
		};
		objects.blob = async () => ({ kind: 'bytes', bytes: Buffer.from('src') });
		await commands.openUrl(address('/tree/master/item/sources'));
		assert.deepEqual(takeCalls(), [`folders: 0: 0: ~ana/editor/sources (master) ${uri('master/sources')}`]);
	});

	for (const [label, ending, calls] of [
		['Open as Folder', '.git', [`folders: 0: 0: ~ana/editor (master) ${uri('master')}`]],
		['README', '.git#readme', [`command: markdown.showPreview: "${uri('master/README.md')}"`]],
		['nothing', '.git/?x', []],
	] as const) {
		it(`of a repository, which ends with ${ending}, asks what to open, and does it: ${label}`, async () => {
			const { commands } = await open('ana');
			answerWith(choose(label));
			await commands.openUrl(address(ending));
			const items = [
				'$(go-to-file) Go to File…',
				'$(root-folder-opened) Open as Folder',
				'$(book) Show README',
				'$(list-tree) Show in Repositories View',
			];
			assert.deepEqual(takeCalls(), [`pick: Open ~ana/editor: ${items.join(' | ')}`, ...calls]);
		});
	}

	for (const [answer, shown] of [
		[() => 'Show Preview', [`command: markdown.showPreview: "${uri('master/README.md')}"`]],
		[() => 'Show Text', [`command: vscode.open: "${uri('master/README.md')}"`]],
		[() => undefined, []],
	] as const) {
		it(`of another user's README that loads an image asks before its preview: ${answer()}`, async () => {
			const { commands, cacheOf } = await open('bob');
			const { objects } = cacheOf('ana', 'editor', 'bob');
			objects.blob = async () => ({
				kind: 'bytes',
				bytes: Buffer.from('![](https://tracker.example/a.png)'),
			});
			answerWith(answer);
			await commands.showReadme([row('ana', 'editor', {}, 'bob')]);
			const [asked = '', ...rest] = takeCalls();
			assert.match(asked, /^warning: Preview the README of ~ana\/editor\?/);
			assert.deepEqual(rest, shown);
		});
	}

	it('of a file is found on a branch whose name contains a folder item', async () => {
		const { account, commands } = await open('ana');
		addReferences(account('ana').client, ({ name, target }) =>
			name === 'refs/heads/master' ? [{ name: 'refs/heads/fix/item/list', target }] : [],
		);
		await commands.openUrl(address('/tree/fix/item/list/item/README.md'));
		assert.deepEqual(takeCalls(), [opened('fix~item~list/README.md')]);
	});

	it('of a repository can search its files', async () => {
		const { commands } = await open('ana');
		answerWith(choose('Go to File'));
		const running = commands.openUrl(address(''));
		await until(() => made.boxes[0]?.isShown);
		made.boxes[0]?.hide();
		await running;
	});

	it('of a repository of another user can pin it, so that its files can be read in the view', async () => {
		const { commands, account } = await open('bob');
		const shown: string[] = [];
		Object.assign(commands, { showRow: async (row: string) => shown.push(row) });
		answerWith(choose('Pin and Show'));
		await commands.openUrl(address(''));
		assert.deepEqual(account('bob').repositories.pins.all, [{ owner: '~ana', name: 'editor' }]);
		assert.deepEqual(shown, ['bob/~ana/editor']);
		// Then it has a row.
		await commands.openUrl(address(''));
		assert.match(takeCalls().at(-1) ?? '', /\| \$\(list-tree\) Show in Repositories View$/);
	});

	describe('that is a name, with accounts of two forges', () => {
		/** ~bob's account is that of another forge. */
		async function start() {
			const window = await open('ana', 'bob');
			const bob = window.account('bob');
			Object.assign(bob, { instance: { ...bob.instance, name: 'other.test' } });
			return window;
		}

		/** Opens a repository, and waits for the box in which the forges are shown. */
		async function openBox({ commands }: Awaited<ReturnType<typeof start>>, name: string) {
			made.boxes.length = 0;
			const running = commands.openUrl(name);
			await until(() => made.boxes[0]?.isShown);
			const box = made.boxes[0] ?? assert.fail();
			const texts = () =>
				box.items.map(({ label, description, detail }) => [label, description, detail].join(' '));
			return { box, texts, running };
		}

		it('opens the repository of the forge that has it', async () => {
			const { commands } = await start();
			answerWith(choose('Open as Folder'));
			// Only ~ana may see it.
			await commands.openUrl('~ana/notes');
			assert.match(takeCalls().at(-1) ?? '', /^folders: .*\/\/forge\.test\/~ana\/notes \(/);
		});

		it('asks which one if both have it', async () => {
			const { box, texts, running } = await openBox(await start(), '~ana/editor');
			await until(() => !box.busy);
			assert.deepEqual([box.title, box.placeholder], ['Open ~ana/editor', 'Select a forge']);
			assert.deepEqual(texts().sort(), ['forge.test  ', 'other.test  ']);
			answerWith(choose('Open as Folder'), enter('Pin and Open'));
			box.choose('other.test');
			await running;
			assert.match(takeCalls().at(-1) ?? '', /^folders: .*\/\/other\.test\/~ana\/editor \(/);
		});

		it('opens nothing if the user leaves', async () => {
			const { box, running } = await openBox(await start(), '~ana/editor');
			box.hide();
			await running;
			assert.deepEqual(takeCalls(), []);
		});

		it('asks all at once, and opens the first that answers if the user does not wait for the others', async () => {
			const window = await start();
			const slow = Promise.withResolvers<void>();
			const { references } = window.account('ana').client;
			async function* slowly(...args: Parameters<typeof references>) {
				await slow.promise;
				yield* references(...args);
			}
			Object.assign(window.account('ana').client, { references: slowly });
			const { box, texts, running } = await openBox(window, '~ana/editor');
			await until(() => box.items.length > 0);
			assert.deepEqual([texts(), box.busy], [['other.test  '], true]);
			answerWith(choose('Open as Folder'), enter('Pin and Open'));
			box.choose('other.test');
			await running;
			assert.match(takeCalls().at(-1) ?? '', /^folders: .*\/\/other\.test\/~ana\/editor \(/);
			slow.resolve();
		});

		it('does not take another forge for one that fails, which can be asked again', async () => {
			const window = await start();
			const { references } = window.account('ana').client;
			const failing = () => {
				throw new ForgeError('offline', 'There is no connection.');
			};
			Object.assign(window.account('ana').client, { references: failing });
			const { box, texts, running } = await openBox(window, '~ana/notes');
			await until(() => !box.busy);
			assert.deepEqual(texts(), ['Try Again forge.test: There is no connection. ']);
			assert.equal(box.placeholder, 'None of the forges that answered has it');
			Object.assign(window.account('ana').client, { references });
			answerWith(choose('Open as Folder'));
			box.choose('Try Again');
			await running;
			assert.match(takeCalls().at(-1) ?? '', /^folders: .*\/\/forge\.test\/~ana\/notes \(/);
		});

		it('says so if none has it', async () => {
			const { commands } = await start();
			await assert.rejects(commands.openUrl('~ana/no-such'), {
				message: 'None of your forges has a repository ~ana/no-such, or it is private.',
			});
		});
	});

	for (const [page, title, query] of [
		['/log', 'Log of ~ana/editor', ''],
		['/log/release/2.4', 'Log of ~ana/editor (release/2.4)', ''],
		['/log/2.4.0/item/src/undo.c', 'Log of ~ana/editor (2.4.0)', 'path:src/undo.c'],
	] as const) {
		it(`of a log shows it: ${page}`, async () => {
			const { commands } = await open('ana');
			made.boxes.length = 0;
			const running = commands.openUrl(address(page));
			await until(() => made.boxes[0]?.isShown && !made.boxes[0].busy);
			const [box = assert.fail()] = made.boxes;
			assert.deepEqual([box.title, box.value], [title, query]);
			assert.match(box.items[0]?.description ?? '', /^[0-9a-f]{7} · /);
			box.hide();
			await running;
			assert.deepEqual(takeCalls(), []);
		});
	}

	it('of a commit shows its changes', async () => {
		const { account, commands } = await open('ana');
		const names = { owner: '~bob', repository: 'dotfiles' };
		const [{ target: id } = assert.fail()] = await listAll(account('ana').client.references(names));
		takeCalls();
		await commands.openUrl(address(`/commit/${id}`, '~bob/dotfiles'));
		const [progress, changes = ''] = takeCalls();
		assert.equal(progress, 'progress: Loading commit');
		assert.ok(changes.startsWith(`command: vscode.changes: ${id.slice(0, 7)} install: links again`), changes);
	});

	for (const [page, message] of [
		['/tree/no-such', '~ana/editor has no branch or tag no-such.'],
		['/tree/no-such/item/README.md', '~ana/editor has no branch or tag no-such.'],
		['/log/no-such', '~ana/editor has no branch or tag no-such.'],
		['/commit/deadbee', '~ana/editor has no commit deadbee.'],
	] as const) {
		it(`says what is missing: ${page}`, async () => {
			const { commands } = await open('ana');
			await assert.rejects(commands.openUrl(address(page)), { kind: 'missing', message });
		});
	}

	it('fails if it is not that of a repository on a forge of the user', async () => {
		const { commands } = await open('ana');
		for (const text of ['https://elsewhere.example.org/~ana/editor', 'editor', address('', '~ana')]) {
			const message = 'This is not the name or address of a repository on one of your forges.';
			await assert.rejects(commands.openUrl(text), { kind: 'refused', message }, text);
		}
	});

	it('does not read the clipboard if the address is given', async () => {
		const { commands } = await open('ana');
		let reads = 0;
		setSetting('clipboard', () => {
			reads += 1;
		});
		await commands.openUrl(address('/tree/master/item/README.md'));
		assert.deepEqual([takeCalls(), reads], [[opened('master/README.md')], 0]);
	});

	it('asks for it, and suggests what was copied if that is one', async () => {
		const { commands } = await open('ana');
		const ask =
			'input: Open Repository or File: Name of a repository, or web address of a repository, file, folder or commit on your forge';
		const file = address('/tree/master/item/README.md');
		setSetting('clipboard', ` ${file}\n`);
		answerWith(enter(file));
		await commands.openUrl(undefined);
		assert.deepEqual(takeCalls(), [`${ask}: ${file}`, opened('master/README.md')]);
		setSetting('clipboard', 'a secret');
		answerWith(enter(' '));
		await commands.openUrl({ of: 'a menu' });
		assert.deepEqual(takeCalls(), [ask]);
	});

	it('asks for it also if the clipboard cannot be read, and can be cancelled', async () => {
		const { commands } = await open('ana');
		setSetting('clipboard', () => assert.fail('Access is denied.'));
		await commands.openUrl(undefined);
		assert.equal(takeCalls().length, 1);
	});

	it('says at once that a text is not an address', async () => {
		const { commands } = await open('ana');
		const found: unknown[] = [];
		answerWith(problemsOf(['', ' ', address(''), ' ~ana/editor ', 'editor', '~ana', '~ana/a/b'], found));
		await commands.openUrl(undefined);
		assert.deepEqual(
			found.map((one) => one !== undefined),
			[false, false, false, false, true, true, true],
		);
	});

	it('begins with signing in if no account is signed in', async () => {
		const { commands } = await open();
		await commands.openUrl(address(''));
		assert.deepEqual(takeCalls(), [signInOffer]);
	});
});

describe('Opening a repository as a folder', () => {
	const { open } = repositoryCommands();

	it('adds it, or a folder in it, after those of the workspace', async () => {
		const { commands } = await open('ana');
		setSetting('folders', [{ uri: 'file:/project' }]);
		await commands.openAsFolder([row('ana', 'editor')]);
		await commands.openAsFolder([row('ana', 'editor', entry('src', true))]);
		await commands.openAsFolder([row('ana', 'editor', { kind: 'reference', name: 'refs/tags/2.4.0' })]);
		assert.deepEqual(takeCalls(), [
			`folders: 1: 0: ~ana/editor (master) ${uri('master')}`,
			`folders: 1: 0: ~ana/editor/src (master) ${uri('master/src')}`,
			`folders: 1: 0: ~ana/editor (2.4.0) ${uri('refs~tags~2.4.0')}`,
		]);
	});

	it('adds the whole repository of the file in the editor, at the revision of that file', async () => {
		const { commands } = await open('ana');
		const revision = { kind: 'ref', name: 'refs/tags/2.4.0' } as const;
		const place = { instance: 'forge.test', owner: '~ana', repository: 'editor', revision };
		setSetting('editor', { document: { uri: fileUri({ ...place, path: 'src/main.c' }) } });
		await commands.openAsFolder([]);
		assert.deepEqual(takeCalls(), [`folders: 0: 0: ~ana/editor (2.4.0) ${uri('refs~tags~2.4.0')}`]);
	});

	/** How it is opened in a window with these folders in a browser. */
	async function openInBrowser(
		remote: string | undefined,
		workspace: string | undefined,
		...folders: string[]
	) {
		const { commands } = await open('ana');
		setSetting('in browser', true);
		setSetting('remote', remote);
		setSetting('workspace file', workspace);
		setSetting(
			'folders',
			folders.map((one) => ({ uri: one })),
		);
		await commands.openAsFolder([row('ana', 'editor')]);
		return takeCalls();
	}
	const opened = (window: string) => [`command: vscode.openFolder: "${uri('master')}": {"${window}":true}`];
	const added = (at: number) => [`folders: ${at}: 0: ~ana/editor (master) ${uri('master')}`];

	it('opens another window in a browser that is connected to a server, where VS Code could lose its folders', async () => {
		assert.deepEqual(await openInBrowser('server', undefined, 'file:/project'), opened('forceNewWindow'));
		assert.deepEqual(await openInBrowser('server', undefined), opened('forceReuseWindow'));
		assert.deepEqual(await openInBrowser('server', 'untitled:x'), opened('forceReuseWindow'));
	});

	it('adds it in a browser to a workspace with folders, or without a server', async () => {
		assert.deepEqual(await openInBrowser('server', 'file:/x.code-workspace', 'file:/a', 'file:/b'), added(2));
		assert.deepEqual(await openInBrowser(undefined, undefined, 'file:/project'), added(1));
	});

	it('shows it if it is open already, as after a second click', async () => {
		const { commands } = await open('ana');
		setSetting('folders', [{ uri: uri('master') }]);
		await commands.openAsFolder([row('ana', 'editor')]);
		assert.deepEqual(takeCalls(), [`command: revealInExplorer: "${uri('master')}"`]);
	});
});

describe('The README of a repository', () => {
	const { open } = repositoryCommands();

	it('is shown in the preview, at the revision of the row', async () => {
		const { commands } = await open('ana');
		await commands.showReadme([row('ana', 'editor', { kind: 'reference', name: 'refs/heads/release/2.4' })]);
		assert.deepEqual(takeCalls(), [`command: markdown.showPreview: "${uri('release~2.4/README.md')}"`]);
	});

	it('is shown as a text if there is no preview, or it is no Markdown', async () => {
		const { commands, cacheOf } = await open('ana');
		setSetting('command markdown.showPreview', () => assert.fail('There is no such command.'));
		await commands.showReadme([row('ana', 'editor')]);
		assert.equal(takeCalls().at(-1), `command: vscode.open: "${uri('master/README.md')}"`);
		const { objects } = cacheOf('ana', 'editor');
		const entries = [{ name: 'README.txt', kind: 'file' }];
		Object.assign(objects, { rootTree: async () => ({ entries }) });
		await commands.showReadme([row('ana', 'editor')]);
		assert.deepEqual(takeCalls(), [`command: vscode.open: "${uri('master/README.txt')}"`]);
	});
});
