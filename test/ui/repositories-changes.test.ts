import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import { clickRow, clickUntil, Dialogue, setUp } from './editor-driver.ts';
import { RepositoryRows, showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { editorWindow } from './window.ts';

/** The folder of the forge's data. */
let forgeData = '';

const git = (folder: string, ...words: readonly string[]): string =>
	execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', ...words], {
		cwd: folder,
		env: gitEnvironment(),
		encoding: 'utf8',
	}).trim();

describe('A repository in the Repositories view', () => {
	const editor = editorWindow(
		{
			settings: setUp(),
			// Each attempt has a new forge, and so another folder.
			get forge() {
				forgeData = temporaryFolder('pushed');
				return { data: forgeData };
			},
			get signIn() {
				return savedSignIn();
			},
		},
		showRepositories,
	);
	const view = new RepositoryRows(editor);
	const dialog = () => editor().page.getByRole('dialog');

	/** Clones ~ana/editor with VS Code's own command into a folder. */
	async function clone(work: string): Promise<string> {
		const dialogue = new Dialogue(editor().page);
		await view.chooseInMenu(/^~ana\/editor/, 'Clone Repository…');
		await dialogue.choose('HTTPS');
		mkdirSync(join(work, 'another'));
		// VS Code replaces what the field has when it has read the first folder, and ignores keys while it reads one.
		await dialogue.option(/^\.\./).waitFor();
		await tryAgain(
			() => dialogue.field.fill(`${work}/`),
			async () => {
				await dialogue.option(/^another/).waitFor({ timeout: 5000 });
				assert.equal(await dialogue.field.inputValue(), `${work}/`);
			},
		);
		await tryAgain(
			() => dialogue.field.press('Enter'),
			() => dialogue.field.waitFor({ state: 'hidden', timeout: 3000 }),
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
		const dialogue = new Dialogue(page);
		await window.command('Git: Clone');
		await dialogue.choose('Clone from Tildeforge');
		await dialogue.choose('~ana/editor');
		await dialogue.option(/^git@[^ ]+:~ana\/editor/).waitFor();
		await dialogue.option(/^https?:\/\/[^ ]+\/~ana\/editor/).waitFor();
		await dialogue.leave();

		const work = await clone(temporaryFolder('clones'));
		const commit = (file: string, content: string, ...message: readonly string[]) => {
			writeFileSync(join(work, file), content);
			git(work, 'add', '.');
			git(work, 'commit', '-q', ...message.flatMap((paragraph) => ['-m', paragraph]));
		};
		commit('large.log', 'A line of a large file.\n'.repeat(250_000), 'A large file');
		commit('PUSHED.md', '# Pushed\n', 'What was pushed', 'Fixes: ~ana/editor#3');
		git(work, 'push', '-q', join(forgeData, 'repositories', '~ana', 'editor.git'), 'HEAD:master');
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
