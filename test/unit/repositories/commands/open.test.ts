import assert from 'node:assert/strict';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { readOpenName } from '../../../../src/platform/model/open-name.ts';
import { addReferences } from '../../../kit/forge/demo-repositories.ts';
import { answerWith, choose, made, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { openBox, openText, takeOpened } from '../../../kit/window/open-text.ts';
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
			await openText([commands.opens()], address(page));
			assert.deepEqual(takeOpened(), calls);
		});
	}

	it('offers what can be done with a submodule', async () => {
		const { commands } = await open('ana');
		await openText([commands.opens()], address('/tree/master/item/vendor/wcwidth9'));
		assert.match(takeOpened().join(), /^pick: Submodule vendor\/wcwidth9: .*Copy Commit ID/);
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
		await openText([commands.opens()], address('/tree/master/item/sources'));
		assert.deepEqual(takeOpened(), [`folders: 0: 0: ~ana/editor/sources (master) ${uri('master/sources')}`]);
	});

	for (const [label, ending, calls] of [
		['Open as Folder', '.git', [`folders: 0: 0: ~ana/editor (master) ${uri('master')}`]],
		['README', '.git#readme', [`command: markdown.showPreview: "${uri('master/README.md')}"`]],
		['nothing', '.git/?x', []],
	] as const) {
		it(`of a repository, which ends with ${ending}, asks what to open, and does it: ${label}`, async () => {
			const { commands } = await open('ana');
			answerWith(choose(label));
			await openText([commands.opens()], address(ending));
			const items = [
				'$(go-to-file) Go to File…',
				'$(root-folder-opened) Open as Folder',
				'$(book) Show README',
				'$(list-tree) Show in Repositories View',
			];
			assert.deepEqual(takeOpened(), [`pick: Open ~ana/editor: ${items.join(' | ')}`, ...calls]);
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
			const [asked = '', ...rest] = takeOpened();
			assert.match(asked, /^warning: Preview the README of ~ana\/editor\?/);
			assert.deepEqual(rest, shown);
		});
	}

	it('of a file is found on a branch whose name contains a folder item', async () => {
		const { account, commands } = await open('ana');
		addReferences(account('ana').client, ({ name, target }) =>
			name === 'refs/heads/master' ? [{ name: 'refs/heads/fix/item/list', target }] : [],
		);
		await openText([commands.opens()], address('/tree/fix/item/list/item/README.md'));
		assert.deepEqual(takeOpened(), [opened('fix~item~list/README.md')]);
	});

	it('of a repository can search its files', async () => {
		const { commands } = await open('ana');
		answerWith(choose('Go to File'));
		const running = openText([commands.opens()], address(''));
		await until(() => made.boxes[0]?.isShown);
		made.boxes[0]?.hide();
		await running;
	});

	it('of a repository of another user can pin it, so that its files can be read in the view', async () => {
		const { commands, account } = await open('bob');
		const shown: string[] = [];
		Object.assign(commands, { showRow: async (row: string) => shown.push(row) });
		answerWith(choose('Pin and Show'));
		await openText([commands.opens()], address(''));
		assert.deepEqual(account('bob').repositories.pins.all, [{ owner: '~ana', name: 'editor' }]);
		assert.deepEqual(shown, ['bob/~ana/editor']);
		// Then it has a row.
		await openText([commands.opens()], address(''));
		assert.match(takeOpened().at(-1) ?? '', /\| \$\(list-tree\) Show in Repositories View$/);
	});

	for (const [page, title, query] of [
		['/log', 'Log of ~ana/editor', ''],
		['/log/release/2.4', 'Log of ~ana/editor (release/2.4)', ''],
		['/log/2.4.0/item/src/undo.c', 'Log of ~ana/editor (2.4.0)', 'path:src/undo.c'],
	] as const) {
		it(`of a log shows it: ${page}`, async () => {
			const { commands } = await open('ana');
			made.boxes.length = 0;
			const running = openText([commands.opens()], address(page));
			await until(() => made.boxes[0]?.isShown && !made.boxes[0].busy);
			const [box = assert.fail()] = made.boxes;
			assert.deepEqual([box.title, box.value], [title, query]);
			assert.match(box.items[0]?.description ?? '', /^[0-9a-f]{7} · /);
			box.hide();
			await running;
			assert.deepEqual(takeOpened(), []);
		});
	}

	it('of a commit shows its changes', async () => {
		const { account, commands } = await open('ana');
		const names = { owner: '~bob', repository: 'dotfiles' };
		const [{ target: id } = assert.fail()] = await listAll(account('ana').client.references(names));
		takeOpened();
		await openText([commands.opens()], address(`/commit/${id}`, '~bob/dotfiles'));
		const [progress, changes = ''] = takeOpened();
		assert.equal(progress, 'progress: Loading commit');
		assert.ok(changes.startsWith(`command: vscode.changes: ${id.slice(0, 7)} install: links again`), changes);
	});

	for (const [page, message] of [
		['/tree/no-such', '~ana/editor has no branch or tag no-such.'],
		['/tree/no-such/item/README.md', '~ana/editor has no branch or tag no-such.'],
		['/log/no-such', '~ana/editor has no branch or tag no-such.'],
		['/commit/deadbee', '~ana/editor has no commit deadbee.'],
		[`/commit/${'d'.repeat(40)}`, `~ana/editor has no commit ${'d'.repeat(40)}.`],
	] as const) {
		it(`says what is missing, and keeps the address: ${page}`, async () => {
			const { commands } = await open('ana');
			const { box, rows, running } = await openBox([commands.opens()], address(page));
			assert.equal(box.value, address(page));
			assert.match(rows().at(-1) ?? '', new RegExp(`^${message}`));
			box.hide();
			await running;
		});
	}

	it('of a commit by its id asks the repositories that are known, that of the project first', async () => {
		const { account, commands, setProject, cacheOf } = await open('ana');
		setProject('~bob/dotfiles');
		const [{ target: id } = assert.fail()] = await listAll(
			account('ana').client.references({ owner: '~bob', repository: 'dotfiles' }),
		);
		const { box, rows, running } = await openBox([commands.opens()], id.slice(0, 12));
		const all = [`Commit ${id.slice(0, 7)} in ~bob/dotfiles · this project`];
		assert.deepEqual(rows().slice(0, 1), all);
		box.choose('~ana/editor');
		await until(() => rows().some((one) => one.includes('has no commit')));
		box.choose('~bob/dotfiles');
		await running;
		assert.match(takeOpened().at(-1) ?? '', new RegExp(`^command: vscode.changes: ${id.slice(0, 7)} `));
		// It is opened at once if one of the newest commits that are stored is meant.
		await cacheOf('ana', 'editor').refresh();
		const [newest = assert.fail()] = cacheOf('ana', 'editor').history.all ?? [];
		await openText([commands.opens()], newest.id);
		assert.match(
			takeOpened().at(-1) ?? '',
			new RegExp(`^command: vscode.changes: ${newest.id.slice(0, 7)} `),
		);
	});

	it('ends its requests when the user goes on typing', async () => {
		const { account, commands } = await open('ana');
		const { client, instance } = account('ana');
		const { logFrom } = client;
		const asked = Promise.withResolvers<AbortSignal | undefined>();
		async function* hanging(...[params, options]: Parameters<typeof logFrom>) {
			if (params.ref === 'deadbee') await new Promise(() => asked.resolve(options?.signal));
			yield* logFrom(params, options);
		}
		Object.assign(client, { logFrom: hanging });
		const [name = assert.fail()] = readOpenName(address('/commit/deadbee'), [instance]);
		const [choice = assert.fail()] = await commands.opens().choices(name, undefined);
		const typing = new AbortController();
		const finding = choice.find(typing.signal);
		const signal = await asked.promise;
		typing.abort();
		assert.equal(signal?.aborted, true);
		await assert.rejects(finding, { name: 'AbortError' });
	});

	it('of a repository by its name asks on which forge if there are several', async () => {
		const window = await open('ana', 'bob');
		Object.assign(window.account('bob'), {
			instance: { ...window.account('bob').instance, name: 'other.test' },
		});
		const { box, rows, running } = await openBox([window.commands.opens()]);
		box.type('~ana/editor');
		await until(() => rows().filter((one) => one.includes('~ana/editor')).length === 2 && !box.busy);
		assert.match(rows().find((one) => one.includes('other.test')) ?? '', /repository · other\.test/);
		answerWith(choose('README'));
		box.selectedItems = box.items
			.filter(({ description }) => description?.includes('other.test'))
			.slice(0, 1);
		box.accepted.fire();
		await running;
		assert.match(takeOpened().at(-1) ?? '', /markdown\.showPreview: .*\/\/other\.test\/~ana\/editor/);
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
		assert.equal(takeOpened().at(-1), `command: vscode.open: "${uri('master/README.md')}"`);
		const { objects } = cacheOf('ana', 'editor');
		const entries = [{ name: 'README.txt', kind: 'file' }];
		Object.assign(objects, { rootTree: async () => ({ entries }) });
		await commands.showReadme([row('ana', 'editor')]);
		assert.deepEqual(takeCalls(), [`command: vscode.open: "${uri('master/README.txt')}"`]);
	});
});
