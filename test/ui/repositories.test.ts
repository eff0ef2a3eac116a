import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import {
	chooseInMenu,
	clickRow,
	clickUntil,
	copied,
	Dialogue,
	openBox,
	rows,
	setUp,
} from './editor-driver.ts';
import { RepositoryRows, savedSignIn, showRepositories } from './repositories-driver.ts';
import { editorWindow } from './window.ts';

describe('The Repositories view', () => {
	const editor = editorWindow(
		{
			settings: setUp(),
			get signIn() {
				return savedSignIn();
			},
		},
		showRepositories,
	);
	const view = new RepositoryRows(editor);
	const shown = (name: string | RegExp) => view.row(name);
	const tab = (name: string | RegExp) => editor().page.getByRole('tab', { name });
	const status = (name: string | RegExp) =>
		editor().page.locator('.statusbar').getByRole('button', { name, exact: true });

	const link = (path: string) =>
		`${editor().forge.addresses.repositories.replace(/\/$/, '')}/~ana/editor/${path}`;

	it('shows files, branches, tags and history, and opens a file with its language and an image in a viewer', async () => {
		await view.expand(/^~ana\/editor/, /^Branches/, /^Tags/, /^Files/);
		await shown('branch master, default').waitFor();
		await shown('tag 2.4.1, annotated').waitFor();
		await shown(/^NEWS/).getByText('→ doc/NEWS').waitFor();
		await view.expand(/^src\b/);
		await clickUntil(shown('undo.c'), tab(/^undo\.c/));
		await status('C').waitFor();
		await view.expand(/^doc\b/, /^images\b/);
		await clickUntil(shown('icon.png'), tab(/^icon\.png/));
		await status(/^32x32/).waitFor();
	});

	it('shows the history as the forge orders it, and the changes of a commit as a diff of several files', async () => {
		await view.expand(/^~ana\/editor/, /^Log/);
		const commits = rows(editor(), 'Repositories').filter({ hasText: 'Version 2.4.0' });
		await clickRow(commits.first());
		const diff = editor().page.locator('.multiDiffEditor');
		await diff.first().waitFor();
		await tab(/Version 2\.4\.0/).waitFor();
		await diff.getByText('NEWS').first().waitFor();
		const letter = diff.locator('.file-path').filter({ hasText: 'NEWS' }).locator('.status').first();
		// Otherwise it is a letter, as for a renamed file.
		await until(async () => (await letter.textContent()) === '', { what: 'NEWS is only changed' });
	});

	it('shows the history of a file, and what a commit changed in it', async () => {
		const dialogue = new Dialogue(editor().page);
		await view.expand(/^~ana\/editor/, /^Files/);
		await view.chooseInMenu(/^README\.md/, 'Show File History');
		await dialogue.asks('History of README.md');
		await dialogue.option('Begin again: read a file and show it').waitFor();
		await dialogue.choose('README: where the mails go');
		await tab(/^README\.md \([0-9a-f]{7} README: where the mails go\)/).waitFor();
		await editor().page.locator('.monaco-diff-editor').waitFor();
		// Now it is the file in the editor.
		await openBox(editor(), 'Tildeforge: Show File History', 'History of README.md');
		await dialogue.option('README: where the mails go').waitFor();
		await dialogue.leave();
	});

	it('tells commands in the palette to use the selected row or the file in the editor, whichever the user chose last', async () => {
		const dialogue = new Dialogue(editor().page);
		const goToFile = async (title: string) => {
			await openBox(editor(), 'Tildeforge: Go to File in Repository…', title);
			await dialogue.leave();
		};
		await view.expand(/^~ana\/editor/, /^Files/);
		const kept = tab(/^README\.md/).filter({ hasNot: editor().page.locator('.italic') });
		await tryAgain(
			() => shown(/^README\.md/).dblclick(),
			// Not only as the preview, which the next file replaces.
			() => kept.waitFor({ timeout: 5000 }),
		);
		await clickRow(shown(/^~ana\/notes/));
		await goToFile('Go to File in ~ana/notes');
		await editor().command('Tildeforge: Copy Permalink');
		await copied(editor().page, /\/~ana\/notes\/tree\/[0-9a-f]{40}$/);
		const line = editor().page.locator('.monaco-editor .view-line').nth(2);
		await line.click();
		await status(/^Ln 3, Col \d+$/).waitFor();
		await goToFile('Go to File in ~ana/editor (master)');
		await editor().command('Tildeforge: Copy Permalink');
		await copied(editor().page, /\/tree\/[0-9a-f]{40}\/item\/README\.md#L3$/);
		await clickUntil(shown(/^Makefile/), tab(/^Makefile/));
		await openBox(editor(), 'Tildeforge: Show File History', 'History of Makefile');
		await dialogue.leave();
		await tab(/^README\.md/).click();
		await openBox(editor(), 'Tildeforge: Show File History', 'History of README.md');
		await dialogue.leave();
	});

	it('finds files of a whole tree as the user types', async () => {
		const dialogue = new Dialogue(editor().page);
		await clickRow(shown(/^~ana\/editor/));
		await view.chooseInMenu(/^~ana\/editor/, 'Go to File in Repository…');
		await dialogue.asks('Go to File in ~ana/editor');
		await dialogue.option(/^README\.md/).waitFor();
		await dialogue.field.fill('undoc');
		await dialogue.option(/^undo\.c · src/).waitFor();
		await dialogue.field.press('Enter');
		await tab(/^undo\.c/).waitFor();
	});

	it('finds lines in all files, after those that are missing were loaded', async () => {
		const dialogue = new Dialogue(editor().page);
		await view.chooseInMenu(/^~ana\/editor/, 'Find in Repository…');
		await dialogue.asks('Find in ~ana/editor');
		await dialogue.field.fill('SRC/UNDO.O');
		await dialogue.choose(/More Files/);
		await dialogue.choose('src/undo.o: src/undo.h');
		await tab(/^Makefile/).waitFor();
		await status(/^Ln \d+, Col \d+ \(10 selected\)$/).waitFor();
	});

	it('opens the address of a file at its line, and copies a permanent address of the line', async () => {
		await openBox(editor(), 'Tildeforge: Open Repository or File…', 'Open Repository or File');
		await new Dialogue(editor().page).answer(link('tree/release/2.4/item/src/buffer.c#L12'));
		await tab(/^buffer\.c/).waitFor();
		await status(/^Ln 12, Col 1$/).waitFor();
		await editor().command('Tildeforge: Copy Permalink');
		const address = await copied(editor().page, /\/tree\/[0-9a-f]{40}\/item\/src\/buffer\.c#L12$/);
		assert.ok(address.startsWith(link('')), address);
		const number = editor().page.locator('.monaco-editor .line-numbers').getByText('15', { exact: true });
		await chooseInMenu(number, 'Copy Permalink');
		await copied(editor().page, /\/tree\/[0-9a-f]{40}\/item\/src\/buffer\.c#L15$/);
	});

	it('shows the README in the Markdown preview', async () => {
		await view.chooseInMenu(/^~ana\/editor/, 'Show README');
		await tab(/^Preview README\.md/).waitFor();
	});

	it('pins a repository that the user chooses among those of another user, and unpins it', async () => {
		const dialogue = new Dialogue(editor().page);
		await openBox(editor(), 'Tildeforge: Pin Repository…', 'Pin Repository: forge.test');
		await dialogue.field.fill('~bob');
		await dialogue.choose(/dotfiles/);
		await shown(/^~bob\/dotfiles/).waitFor();
		await view.chooseInMenu(/^~bob\/dotfiles/, 'Unpin Repository');
		await shown(/^~bob\/dotfiles/).waitFor({ state: 'detached' });
	});

	it('offers the repositories of the user to Git: Clone', async () => {
		const dialogue = new Dialogue(editor().page);
		await editor().command('Git: Clone');
		await dialogue.choose('Clone from Tildeforge');
		await dialogue.choose('~ana/editor');
		await dialogue.option(/^git@[^ ]+:~ana\/editor/).waitFor();
		await dialogue.option(/^https?:\/\/[^ ]+\/~ana\/editor/).waitFor();
		await dialogue.leave();
	});

	it('deletes an own repository after its name was typed', async () => {
		const dialogue = new Dialogue(editor().page);
		await view.chooseInMenu(/^~ana\/notes/, 'Delete Repository…');
		await dialogue.asks('Delete ~ana/notes');
		await dialogue.answer('note');
		await shown(/^~ana\/notes/).waitFor();
		await view.chooseInMenu(/^~ana\/notes/, 'Delete Repository…');
		await dialogue.asks('Delete ~ana/notes');
		await dialogue.answer('notes');
		await shown(/^~ana\/notes/).waitFor({ state: 'detached' });
		const left = async () => (await rows(editor(), 'Repositories').count()) === 1;
		await until(left, { what: 'only the other repository is left' });
	});

	it('opens a tree as a folder, whose files cannot be edited', async () => {
		// In a browser, VS Code could lose a folder that is added to the window.
		const window = await editor().openedBy(() =>
			view.chooseInMenu(/^~ana\/editor/, 'Open Repository as Folder'),
		);
		const { page } = window;
		const readme = page.locator('.explorer-folders-view').getByText('README.md');
		await tryAgain(
			() => window.command('View: Show Explorer'),
			() => readme.waitFor({ timeout: 5000 }),
			5,
		);
		await tryAgain(
			() => readme.dblclick(),
			() => page.getByRole('tab', { name: /^README\.md/ }).waitFor({ timeout: 5000 }),
		);
		await page.locator('.monaco-editor .view-lines').first().click();
		await page.keyboard.press('x');
		await page
			.getByText(/^Files of a remote repository cannot be edited here/)
			.first()
			.waitFor();
	});
});
