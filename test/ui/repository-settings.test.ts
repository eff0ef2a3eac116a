import assert from 'node:assert/strict';
import { join } from 'node:path';
import { commitAll, userGit, writeFiles } from '../kit/items/clones.ts';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import { clickUntil, comeBack, setUp } from './editor-driver.ts';
import { RepositoryRows, showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { editorWindow } from './window.ts';

const words = 'Settings of the folder';

const settings = { 'window.title': words };
/** A file of the repository that a link could name as a workspace. */
const workspace = 'x.code-workspace';

/** The file of settings that show in the title of a window whose folder has them. */
const settingsFile = { '.vscode/settings.json': JSON.stringify(settings) };

/** Adds the settings to a repository of the forge whose files are in `data`. */
function pushSettings(data: string): void {
	const folder = join(temporaryFolder('work'), 'clone');
	userGit(data, 'clone', '--quiet', join(data, 'repositories', '~ana', 'editor.git'), folder);
	writeFiles(folder, {
		...settingsFile,
		[workspace]: JSON.stringify({ folders: [{ path: '.' }], settings }),
	});
	commitAll(folder, 'Settings');
	userGit(folder, 'push', '--quiet');
}

describe('In a window that trusts no folder unasked, settings for VS Code', () => {
	let data: string;
	let folder: string;
	beforeEach(() => {
		data = temporaryFolder('forge');
		folder = temporaryFolder('settings');
		writeFiles(folder, settingsFile);
	});
	const editor = editorWindow(
		{
			isTrusted: false,
			// Called before the window opens.
			settings: (forge) => {
				pushSettings(data);
				return setUp()(forge);
			},
			get folder() {
				return folder;
			},
			get forge() {
				return { data };
			},
			signIn: savedSignIn,
		},
		showRepositories,
	);
	const view = new RepositoryRows(editor);

	it('in a folder on the disk count, and those of a repository do not, however it is opened', async function () {
		this.timeout(240_000);
		const { page } = editor();
		await until(async () => (await page.title()).includes(words), { what: 'the title of the settings' });
		await view.expand(/^~ana\/editor/, /^Files/, /^\.vscode/);
		const text = page.locator('.view-lines').getByText(words).first();
		await clickUntil(view.row(/^settings\.json/), text);

		await seeFolder();
		await seeWorkspace();
		await seeLinkToFolder();
	});

	/** Opens the repository as a folder, whose files can only be read. */
	async function seeFolder(): Promise<void> {
		const window = await editor().openedBy(() =>
			view.chooseInMenu(/^~ana\/editor/, 'Open Repository as Folder'),
		);
		const { page } = window;
		const files = page.locator('.explorer-folders-view');
		await tryAgain(
			() => window.command('View: Show Explorer'),
			() => files.getByText('README.md').waitFor({ timeout: 5000 }),
			5,
		);
		// The name of a single folder is the last part of its address.
		await until(async () => (await page.title()).includes('editor (master)'), {
			what: 'the name of the folder',
		});
		const tab = page.getByRole('tab', { name: /^README\.md/ });
		await tryAgain(
			() => files.getByText('README.md').dblclick(),
			() => tab.waitFor({ timeout: 5000 }),
		);
		// The name of the file is in the usual title, and not in that of the settings.
		await until(async () => (await page.title()).includes('README.md'), { what: 'the usual title' });
		assert.equal(await files.getByText('.vscode').count(), 0);
		await page.locator('.monaco-editor .view-lines').first().click();
		await page.keyboard.press('x');
		await page
			.getByText(/^Files of a remote repository cannot be edited here/)
			.first()
			.waitFor();
		await comeBack(page, editor());
	}

	/** Follows a link that opens a file of the repository as a workspace. The colon is the mark of a hidden name. */
	async function seeWorkspace(): Promise<void> {
		const { page } = editor();
		const link = new URL(page.url());
		link.searchParams.delete('folder');
		link.searchParams.set('workspace', `tildeforge://forge.test/~ana/editor (master)/:${workspace}`);
		await page.goto(link.href);
		// Tildeforge serves files from now on.
		await page.getByText('Workspace does not exist').waitFor();
		await page.getByRole('button', { name: 'Cancel' }).click();
		await editor().openContainer(['Repositories']);
		await view.expand(/^~ana\/editor/, /^Files/);
		await clickUntil(view.row(/^README\.md/), page.getByRole('tab', { name: /^README\.md/ }));
		await until(async () => (await page.title()).includes('README.md'), { what: 'the usual title' });
	}

	/** Follows a link that opens the repository of another user as a folder, which does not exist until the user confirms that. */
	async function seeLinkToFolder(): Promise<void> {
		const { page } = editor();
		const link = new URL(page.url());
		link.searchParams.delete('workspace');
		link.searchParams.set('folder', 'tildeforge://forge.test/~bob/dotfiles (master)');
		const question = page.getByRole('dialog').filter({ hasText: 'Open ~bob/dotfiles as a folder?' });
		const files = page.locator('.explorer-folders-view');
		await page.goto(link.href);
		await question.waitFor({ timeout: 60_000 });
		await question.getByRole('button', { name: 'Pin and Open' }).click();
		await tryAgain(
			() => editor().command('View: Show Explorer'),
			() => files.getByText('install').waitFor({ timeout: 5000 }),
		);
	}
});
