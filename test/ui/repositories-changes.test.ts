import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import { clickRow, clickUntil, Dialogue, openBox, setUp } from './editor-driver.ts';
import { RepositoryRows, savedSignIn, showRepositories } from './repositories-driver.ts';
import { editorWindow } from './window.ts';

/** The forge of the window. */
let data = '';

const git = (folder: string, ...words: readonly string[]): string =>
	execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', ...words], {
		...{ cwd: folder, env: gitEnvironment(), encoding: 'utf8' },
	}).trim();

describe('A repository in the Repositories view', () => {
	const editor = editorWindow(
		{
			settings: setUp(),
			get forge() {
				data = temporaryFolder('pushed');
				return { data };
			},
			get signIn() {
				return savedSignIn();
			},
		},
		showRepositories,
	);
	const view = new RepositoryRows(editor);
	const dialog = () => editor().page.getByRole('dialog');

	it('is created, described, published and renamed', async () => {
		const dialogue = new Dialogue(editor().page);
		await openBox(editor(), 'Tildeforge: New Repository…', 'New Repository');
		await dialogue.answer('sketches');
		await dialogue.says('Description (optional)');
		await dialogue.answer('Half an idea');
		await dialogue.choose('Private');
		await view.row(/^~ana\/sketches, .*Half an idea/).waitFor();

		await view.chooseInMenu(/^~ana\/sketches/, 'Edit Repository…');
		await dialogue.choose('Edit Description…');
		await dialogue.answer('A whole idea');
		await view.row(/^~ana\/sketches, .*A whole idea/).waitFor();

		await view.chooseInMenu(/^~ana\/sketches/, 'Change Repository Visibility…');
		await dialogue.choose('Public');
		await dialog()
			.getByText(/becomes visible to others/)
			.waitFor();
		await dialog().getByRole('button', { name: 'Cancel' }).click();
		await view.row(/^~ana\/sketches, private/).waitFor();
		await view.chooseInMenu(/^~ana\/sketches/, 'Change Repository Visibility…');
		await dialogue.choose('Public');
		await dialog().getByRole('button', { name: 'Change Visibility' }).click();
		await view.row(/^~ana\/sketches, private/).waitFor({ state: 'detached' });

		await view.chooseInMenu(/^~ana\/sketches/, 'Edit Repository…');
		await dialogue.choose('Rename…');
		await dialogue.answer('drawings');
		await dialog()
			.getByText(/clone address changes/)
			.waitFor();
		await dialog().getByRole('button', { name: 'Rename' }).click();
		await view.row(/^~ana\/drawings/).waitFor();
		await view.row(/^~ana\/sketches/).waitFor({ state: 'detached' });
	});

	it('shows the message of a commit with its links and the state of its signature', async () => {
		const work = temporaryFolder('signed');
		const remote = join(data, 'repositories', '~ana', 'editor.git');
		git(work, 'clone', '-q', remote, 'editor');
		const clone = join(work, 'editor');
		const key = join(work, 'key');
		execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
		const signing = ['-c', 'gpg.format=ssh', '-c', `user.signingKey=${key}`];
		const trailers = 'Fixes: ~ana/editor#3\nReviewed-by: Bob <bob@example.org>';
		git(clone, ...signing, 'commit', '-q', '-S', '--allow-empty', '-m', 'undo: signed', '-m', trailers);
		git(clone, 'push', '-q', remote, 'HEAD:master');
		await editor().command('Tildeforge: Refresh');
		await view.expand(/^~ana\/editor/, /^Log/);
		await clickRow(view.row(/^undo: signed/));
		const message = editor().page.locator('.multiDiffEditor');
		const treeFocus = editor().view('Repositories').locator('.monaco-list:focus');
		await message.getByText('Commit Message').first().waitFor();
		const line = message.locator('.view-line');
		await line.filter({ hasText: /^Signature:\sSigned,\snot\sverified\s\(no\skey\sSHA256:/ }).waitFor();
		await treeFocus.waitFor();
		await editor().page.keyboard.press('Enter');
		await treeFocus.waitFor({ state: 'detached' });
		const link = (text: string) => message.locator('.detected-link').filter({ hasText: text });
		await link('bob@example.org').waitFor();
		// The diff may be drawn again under the mouse.
		await tryAgain(
			() => link('~ana/editor#3').click({ modifiers: ['ControlOrMeta'], force: true }),
			() => editor().page.getByRole('tab', { name: /#3\b/ }).waitFor({ timeout: 3000 }),
		);
	});

	it('is cloned by VS Code, shows what was pushed after a refresh, and files that were seen without a connection', async () => {
		const dialogue = new Dialogue(editor().page);
		const work = temporaryFolder('clones');
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
		const clone = join(work, 'editor');
		await until(() => existsSync(join(clone, 'README.md')), { what: 'the clone' });
		// VS Code asks whether to open the clone.
		await dialog().getByRole('button', { name: 'Cancel' }).click();

		writeFileSync(join(clone, 'PUSHED.md'), '# Pushed\n');
		git(clone, 'add', '.');
		git(clone, 'commit', '-qm', 'What was pushed');
		git(clone, 'push', '-q', join(data, 'repositories', '~ana', 'editor.git'), 'HEAD:master');
		await view.expand(/^~ana\/editor/, /^Files/, /^Log/);
		await view.row(/^README\.md/).waitFor();
		await editor().command('Tildeforge: Refresh');
		const pushed = editor().page.locator('.view-lines').getByText('# Pushed');
		await clickUntil(view.row(/^PUSHED\.md/), pushed);
		await view.row(/^What was pushed/).waitFor();
		await editor().command('View: Close All Editors');
		await pushed.waitFor({ state: 'detached' });

		await editor().forge.stop();
		await clickUntil(view.row(/^PUSHED\.md/), pushed);
		assert.equal(await view.row(/^What was pushed/).count(), 1);
	});

	it('asks before it opens a large file, and opens nothing if the user declines', async () => {
		const work = temporaryFolder('large');
		const remote = join(data, 'repositories', '~ana', 'editor.git');
		git(work, 'clone', '-q', remote, 'editor');
		const clone = join(work, 'editor');
		writeFileSync(join(clone, 'large.log'), 'A line of a large file.\n'.repeat(250_000));
		git(clone, 'add', '.');
		git(clone, 'commit', '-qm', 'A large file');
		git(clone, 'push', '-q', remote, 'HEAD:master');
		await editor().command('Tildeforge: Refresh');
		await view.expand(/^~ana\/editor/, /^Files/);
		const tab = editor().page.getByRole('tab', { name: /^large\.log/ });
		const asked = dialog().getByText('Open large.log?');
		await clickUntil(view.row(/^large\.log/), asked.or(tab).first());
		await asked.waitFor();
		await tab.waitFor();
		await dialog().getByRole('button', { name: 'Cancel' }).click();
		await tab.waitFor({ state: 'detached' });
		await clickUntil(view.row(/^large\.log/), asked.or(tab).first());
		await asked.waitFor();
		await dialog().getByRole('button', { name: 'Open' }).click();
		await editor().page.locator('.view-lines').getByText('A line of a large file.').first().waitFor();
	});

	it('asks in the list before it loads very many files, and lists lines by file and number', async () => {
		const dialogue = new Dialogue(editor().page);
		const work = temporaryFolder('many');
		const remote = join(data, 'repositories', '~ana', 'editor.git');
		git(work, 'clone', '-q', remote, 'editor');
		const folder = join(work, 'editor', '0');
		mkdirSync(folder);
		for (let nth = 1000; nth < 2001; nth++) writeFileSync(join(folder, `${nth}`), 'z needle\na needle\n');
		git(folder, 'add', '.');
		git(folder, 'commit', '-qm', 'Many files');
		git(folder, 'push', '-q', remote, 'HEAD:master');
		await editor().command('Tildeforge: Refresh');
		await view.expand(/^~ana\/editor/, /^Log/);
		await view.row(/^Many files/).waitFor();
		await view.chooseInMenu(/^~ana\/editor/, 'Find in Repository…');
		await dialogue.asks('Find in ~ana/editor');
		await dialogue.field.fill('needle');
		await dialogue.choose(/Load 1,\d+ More Files/);
		// VS Code shows the whole text of the item under the mouse, above the next item.
		await editor().page.mouse.move(0, 0);
		await dialogue.choose('Cancel');
		await dialogue.choose(/Load 1,\d+ More Files/);
		await dialogue.option(/Load All 1,\d+ Files, That takes 1,\d+ requests/).waitFor();
		// The item is selected.
		await dialogue.field.press('Enter');
		await dialogue.option('z needle, 0/1000:1').waitFor();
		assert.equal(await dialogue.field.inputValue(), 'needle');
		for (const [index, name] of ['0/1000:1', '0/1000:2', '0/1001:1', '0/1001:2'].entries())
			await dialogue.box.locator(`[data-index="${index}"]`).getByText(name, { exact: true }).waitFor();
		await dialogue.leave();
	});
});
