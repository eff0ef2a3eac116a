import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, userGit } from '../kit/items/clones.ts';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, clickRow, clickUntil, copied, InputBox, setUp } from './editor-driver.ts';
import { RepositoryRows, showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { editorWindow } from './window.ts';

/** The folder of the forge's data. */
let forgeData = '';

describe('A repository in the Repositories view', () => {
	const editor = editorWindow(
		{
			settings: setUp(),
			// Each attempt has a new forge, and so another folder.
			get forge() {
				forgeData = temporaryFolder('pushed');
				return { data: forgeData };
			},
			signIn: savedSignIn,
		},
		showRepositories,
	);
	const view = new RepositoryRows(editor);
	const dialog = () => editor().page.getByRole('dialog');

	/** Clones ~ana/editor with VS Code's own command into a folder. */
	async function clone(work: string): Promise<string> {
		const inputBox = new InputBox(editor().page);
		await view.chooseInMenu(/^~ana\/editor/, 'Clone Repository…');
		await inputBox.choose('HTTPS');
		mkdirSync(join(work, 'another'));
		// VS Code replaces what the field has when it has read the first folder, and ignores keys while it reads one.
		await inputBox.option(/^\.\./).waitFor();
		await tryAgain(
			() => inputBox.field.fill(`${work}/`),
			async () => {
				await inputBox.option(/^another/).waitFor({ timeout: 5000 });
				assert.equal(await inputBox.field.inputValue(), `${work}/`);
			},
		);
		await tryAgain(
			() => inputBox.field.press('Enter'),
			() => inputBox.field.waitFor({ state: 'hidden', timeout: 3000 }),
		);
		const cloned = join(work, 'editor');
		await until(() => existsSync(join(cloned, 'README.md')), { what: 'the clone' });
		// VS Code asks whether to open the clone.
		await dialog().getByRole('button', { name: 'Cancel' }).click();
		return cloned;
	}

	it('is cloned by VS Code, shows what was pushed after a refresh, and files that were seen without a connection', async function () {
		this.timeout(180_000);
		const window = editor();
		const { page } = window;
		const inputBox = new InputBox(page);
		await window.command('Git: Clone');
		await inputBox.choose('Clone from Tildeforge');
		await inputBox.choose('~ana/editor');
		await inputBox.option(/^git@[^ ]+:~ana\/editor/).waitFor();
		await inputBox.option(/^https?:\/\/[^ ]+\/~ana\/editor/).waitFor();
		await inputBox.leave();

		const work = await clone(temporaryFolder('clones'));
		const commit = (file: string, content: string | Buffer, message: string) => {
			writeFileSync(join(work, file), content);
			commitAll(work, message);
		};
		commit('large.log', 'A line of a large file.\n'.repeat(250_000), 'A large file');
		commit('names.txt', Buffer.from('José', 'latin1'), 'Names');
		commit('PUSHED.md', '# Pushed\n', 'What was pushed\n\nFixes: ~ana/editor#3');
		userGit(work, 'push', '-q', join(forgeData, 'repositories', '~ana', 'editor.git'), 'HEAD:master');
		await view.expand(/^~ana\/editor/, /^Files/, /^Log/);
		await view.row(/^README\.md/).waitFor();
		await window.command('Tildeforge: Refresh');
		const pushed = page.locator('.view-lines').getByText('# Pushed');
		await clickUntil(view.row(/^PUSHED\.md/), pushed);

		await clickRow(view.row(/^What was pushed/));
		const message = page.locator('.multiDiffEditor');
		const treeFocus = window.view('Repositories').locator('.monaco-list:focus');
		await message.getByText('Commit Message').first().waitFor();
		await treeFocus.waitFor();
		await page.keyboard.press('Enter');
		await treeFocus.waitFor({ state: 'detached' });
		const link = message.locator('.detected-link').filter({ hasText: '~ana/editor#3' });
		// The diff may be drawn again under the mouse.
		await tryAgain(
			() => link.click({ modifiers: ['ControlOrMeta'], force: true }),
			() => page.getByRole('tab', { name: /#3\b/ }).waitFor({ timeout: 3000 }),
		);

		const lens = page.locator('.codelens-decoration').getByText(/Reopen with Encoding/);
		await clickUntil(view.row(/^names\.txt/), lens);
		await clickUntil(lens, inputBox.box.getByPlaceholder(/Select File Encoding/));
		await page.keyboard.type('Western (Windows 1252)');
		await page.keyboard.press('Enter');
		await page.locator('.view-line').getByText('José').waitFor();
		await lens.waitFor({ state: 'detached' });
		const lineNumber = page.locator('.monaco-editor .line-numbers').getByText('1', { exact: true });
		await chooseInMenu(lineNumber.first(), 'Copy Permalink');
		await copied(page, /\/tree\/[0-9a-f]{40}\/item\/names\.txt#L1$/);

		const tab = page.getByRole('tab', { name: /^large\.log/ });
		const question = dialog().getByText('Open large.log?');
		await clickUntil(view.row(/^large\.log/), question.or(tab).first());
		await question.waitFor();
		await tab.waitFor();
		await dialog().getByRole('button', { name: 'Cancel' }).click();
		await tab.waitFor({ state: 'detached' });

		await window.command('View: Close All Editors');
		await pushed.waitFor({ state: 'detached' });
		await window.forge.stop();
		await clickUntil(view.row(/^PUSHED\.md/), pushed);
		assert.equal(await view.row(/^What was pushed/).count(), 1);
	});
});
