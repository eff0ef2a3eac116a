import { copied, setUp } from './editor-driver.ts';
import { KeyboardUser } from './keyboard-driver.ts';
import { savedSignIn, showRepositories } from './repositories-driver.ts';
import { editorWindow } from './window.ts';

describe('Without a mouse, in the Repositories view', () => {
	// Before the window is closed or reset.
	afterEach(async function () {
		if (this.currentTest?.isPassed()) await user.assertNoMouse();
	});
	const editor = editorWindow(
		{
			settings: setUp(),
			get signIn() {
				return savedSignIn();
			},
		},
		async (window) => {
			await showRepositories(window);
			await user.putMouseAway();
		},
	);
	const user: KeyboardUser = new KeyboardUser(editor);
	const { view } = user;

	const page = () => editor().page;
	const tab = (name: RegExp) => page().getByRole('tab', { name });
	const text = () => page().locator('.editor-instance .monaco-editor.focused');
	const status = (name: RegExp) => page().locator('.statusbar').getByRole('button', { name, exact: true });
	const link = (path: string) =>
		`${editor().forge.addresses.repositories.replace(/\/$/, '')}/~ana/editor/${path}`;

	it('the user goes to a file, previews it with Space, opens it with Enter, and goes back to its row', async () => {
		await user.showView();
		await user.expand(/^~ana\/editor/, /^Files/, /^src\b/);
		await user.moveTo(/^undo\.c/);
		await user.press('Space');
		await tab(/^undo\.c, preview/).waitFor();
		await user.focusedRow(/^undo\.c/).waitFor();
		await user.press('Enter');
		await text().waitFor();
		await tab(/^undo\.c$/).waitFor();
		await user.showView();
		await user.focusedRow(/^undo\.c/).waitFor();
		await user.press('ArrowLeft');
		await user.focusedRow(/^src\b/).waitFor();
		await user.press('ArrowLeft');
		await view.row(/^undo\.c/).waitFor({ state: 'detached' });
	});

	it('the user reads the README, which the menu of the row offers', async () => {
		await user.showView();
		await user.chooseInMenu(/^~ana\/editor/, 'Show README');
		await tab(/^Preview README\.md/).waitFor();
	});

	it('the user goes to a file of the repository that they choose, and sees its history', async () => {
		await user.run('Tildeforge: Go to File in Repository…');
		await user.dialogue.asks('Go to File in Repository');
		await user.choose('edi', '~ana/editor');
		await user.dialogue.asks('Go to File in ~ana/editor');
		await user.choose('undoc', /^undo\.c · src/);
		await text().waitFor();
		await user.run('Tildeforge: Show File History');
		await user.dialogue.asks('History of undo.c');
		await user.choose('', 'undo: free a change');
		await page().locator('.monaco-diff-editor').waitFor();
	});

	it('the user finds a line', async () => {
		await user.run('Tildeforge: Find in Repository…');
		await user.dialogue.asks('Find in Repository');
		await user.choose('edi', '~ana/editor');
		await user.dialogue.asks('Find in ~ana/editor');
		await user.choose('SRC/UNDO.O', /More Files/);
		// While lines are found, the list is drawn again.
		await user.dialogue.says('Searched 41 of 42 files');
		await user.choose('', 'src/undo.o: src/undo.h');
		await tab(/^Makefile/).waitFor();
		await status(/^Ln \d+, Col \d+ \(10 selected\)$/).waitFor();
		await text().waitFor();
	});

	it('the user opens the changes of a commit from its row and from its menu', async () => {
		await user.showView();
		await user.expand(/^~ana\/editor/, /^Log/);
		await user.moveTo(/^Version 2\.4\.0/);
		await user.press('Space');
		await tab(/Version 2\.4\.0/).waitFor();
		await user.focusedRow(/^Version 2\.4\.0/).waitFor();
		await user.press('Enter');
		await user.tree.waitFor({ state: 'detached' });
		await page().locator('.multiDiffEditor').waitFor();
		await user.run('View: Close Editor');
		await tab(/Version 2\.4\.0/).waitFor({ state: 'detached' });
		await user.showView();
		await user.chooseInMenu(/^Version 2\.4\.0/, 'Show Changes of Commit');
		await tab(/Version 2\.4\.0/).waitFor();
	});

	it('the user compares a branch with a tag', async () => {
		await user.run('Tildeforge: Compare Branches or Tags…');
		await user.dialogue.asks('Compare');
		await user.choose('edi', '~ana/editor');
		await user.dialogue.asks('Compare in ~ana/editor');
		await user.dialogue.says('release/2.4');
		await user.choose('release', 'release/2.4');
		await user.dialogue.option('release/2.4').waitFor({ state: 'detached' });
		await user.choose('2.3', '2.3.0');
		await tab(/release\/2\.4 ↔ 2\.3\.0/).waitFor();
	});

	it('the user opens the address of a line, and copies a permanent one', async () => {
		await user.run('Tildeforge: Open Repository or File…');
		await user.answer('Open Repository or File', link('tree/release/2.4/item/src/buffer.c#L12'));
		await status(/^Ln 12, Col 1$/).waitFor();
		await text().waitFor();
		await user.run('Tildeforge: Copy Permalink');
		await copied(page(), /\/tree\/[0-9a-f]{40}\/item\/src\/buffer\.c#L12$/);
	});

	it('the user pins repositories, and unpins them from the row and from the palette', async () => {
		for (const unpin of ['row', 'palette']) {
			await user.run('Tildeforge: Pin Repository…');
			await user.dialogue.asks('Pin Repository: forge.test');
			await user.choose('~bob/dot', /dotfiles/);
			await user.focusedRow(/^~bob\/dotfiles/).waitFor();
			if (unpin === 'row') await user.chooseInMenu(/^~bob\/dotfiles/, 'Unpin Repository');
			else await user.run('Tildeforge: Unpin Repository');
			await view.row(/^~bob\/dotfiles/).waitFor({ state: 'detached' });
		}
	});

	it('the user creates, publishes and deletes a repository', async () => {
		await user.run('Tildeforge: New Repository…');
		await user.answer('New Repository', 'sketches');
		await user.dialogue.says('Description (optional)');
		await user.answer('New Repository', 'Half an idea');
		await user.choose('', 'Private');
		await view.row(/^~ana\/sketches, private repository, Half an idea/).waitFor();
		await user.showView();
		await user.chooseInMenu(/^~ana\/sketches/, 'Change Repository Visibility…');
		await user.dialogue.asks('Change Visibility of ~ana/sketches');
		await user.choose('', 'Public');
		await user.dialog.getByText(/becomes visible to others/).waitFor();
		await user.press('Enter');
		await view.row(/^~ana\/sketches, repository/).waitFor();
		await user.run('Tildeforge: Delete Repository…');
		await user.dialogue.asks('Delete Repository');
		await user.choose('sket', '~ana/sketches');
		await user.answer('Delete ~ana/sketches', 'sketches');
		await view.row(/^~ana\/sketches/).waitFor({ state: 'detached' });
	});

	it('the user clones a repository, up to where VS Code asks for the folder', async () => {
		await user.showView();
		await user.chooseInMenu(/^~ana\/editor/, 'Clone Repository…');
		await user.dialogue.asks('Clone Repository');
		await user.choose('', 'HTTPS');
		await user.dialogue.says(/Select as Repository Destination|Choose a folder/);
	});

	it('the user opens a tag as a folder', async () => {
		await user.showView();
		await user.expand(/^~ana\/editor/, /^Tags/);
		// What the new window shows is in `repositories.test.ts`.
		await editor().openedBy(() => user.chooseInMenu(/^tag 2\.4\.0/, 'Open as Folder'));
	});
});
