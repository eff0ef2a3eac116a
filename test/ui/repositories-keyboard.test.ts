import { until } from '../tools/until.ts';
import { copied, setUp } from './editor-driver.ts';
import { KeyboardUser } from './keyboard-driver.ts';
import { showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { editorWindow } from './window.ts';

describe('Without a mouse, in the Repositories view', () => {
	// Before the window is closed or reset.
	afterEach(async function () {
		if (this.currentTest?.isPassed()) await user.assertNoMouse();
	});
	const editor = editorWindow(
		{
			settings: setUp(),
			signIn: savedSignIn,
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

	/** Where the lines are that the picker lists. */
	const placesInBox = (): Promise<readonly (string | undefined)[]> =>
		user.inputBox.box
			.getByRole('option')
			.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(', ').at(-1)));

	/** Goes up from a row and collapses the one above, so that fewer rows are left to move over. */
	async function leaveFolder(parent: RegExp, child: RegExp): Promise<void> {
		await user.press('ArrowLeft');
		await user.focusedRow(parent).waitFor();
		await user.press('ArrowLeft');
		await view.row(child).waitFor({ state: 'detached' });
	}

	const closeEditors = async () => {
		await user.run('View: Close All Editors');
		await tab(/./).and(page().locator('.editor-group-container *')).first().waitFor({ state: 'detached' });
	};

	it('the user opens files, the README and the changes of commits from rows and their menus, and goes back to the rows', async function () {
		this.timeout(180_000);
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
		await leaveFolder(/^Files/, /^src\b/);

		await user.chooseInMenu(/^~ana\/editor/, 'Show README');
		await tab(/^Preview README\.md/).waitFor();

		await user.showView();
		await user.expand(/^Tags/);
		await user.moveTo(/^tag 2\.4\.0/);
		await user.press('Shift+F10');
		await page().getByRole('menuitem', { name: 'Open as Folder', exact: true }).waitFor();
		await user.press('Escape');
		await user.focusedRow(/^tag 2\.4\.0/).waitFor();
		await leaveFolder(/^Tags/, /^tag 2\.4\.0/);

		await user.expand(/^Branches/, /^branch release\/2\.4/, /^Log of branch release\/2\.4/);
		await view.row(/^Search this log/).waitFor();
		await user.press('ArrowLeft');
		await view.row(/^Search this log/).waitFor({ state: 'detached' });
		await leaveFolder(/^branch release\/2\.4/, /^Log of branch release/);
		await leaveFolder(/^Branches/, /^branch release/);

		await user.expand(/^Log/);
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

	it('the user finds files, their history, lines, differences and addresses in the repository that they choose', async function () {
		this.timeout(180_000);
		await user.run('Tildeforge: Go to File in Repository…');
		await user.inputBox.asks('Go to File in Repository');
		await user.choose('edi', '~ana/editor');
		await user.inputBox.asks('Go to File in ~ana/editor');
		await user.choose('undoc', /^undo\.c, src/);
		await text().waitFor();
		await user.run('Tildeforge: Show File History');
		await user.inputBox.asks('History of undo.c');
		await user.choose('', 'undo: free a change');
		await page().locator('.monaco-diff-editor').waitFor();

		await closeEditors();
		await user.run('Tildeforge: Find in Repository…');
		await user.inputBox.asks('Find in Repository');
		await user.choose('edi', '~ana/editor');
		await user.inputBox.asks('Find in ~ana/editor');
		await user.choose('SRC/UNDO.O', /More Files/);
		// While lines are found, the list is drawn again.
		await user.inputBox.says('Searched 41 of 42 files');
		await user.press('ControlOrMeta+a');
		await user.type('include');
		// Not in the order of the lines' texts.
		const found = [1, 2, 3, 4, 6].map((line) => `src/buffer.c:${line}`);
		await until(async () => (await placesInBox()).slice(0, 5).join() === found.join(), {
			what: 'the lines are in the order of their files',
		});
		await user.press('ControlOrMeta+a');
		await user.type('SRC/UNDO.O');
		// The line is also found before the last letter is searched for.
		await user.inputBox.says(/^2 lines$/);
		await user.choose('', 'src/undo.o: src/undo.h');
		await tab(/^Makefile/).waitFor();
		await status(/^Ln \d+, Col \d+ \(10 selected\)$/).waitFor();
		await text().waitFor();

		await closeEditors();
		await user.run('Tildeforge: Compare Branches or Tags…');
		await user.inputBox.asks('Compare');
		await user.choose('edi', '~ana/editor');
		await user.inputBox.asks('Compare in ~ana/editor');
		await user.inputBox.says('release/2.4');
		await user.choose('release', 'release/2.4');
		await user.inputBox.option('release/2.4').waitFor({ state: 'detached' });
		await user.choose('2.3', '2.3.0');
		await user.choose('', 'All differences from release/2.4 to 2.3.0');
		await tab(/release\/2\.4 ↔ 2\.3\.0/).waitFor();
		await text().waitFor();

		await user.run('Tildeforge: Open…');
		await user.inputBox.asks('Open');
		await user.press('ControlOrMeta+a');
		await user.choose(link('tree/release/2.4/item/src/buffer.c#L12'), 'src/buffer.c in ~ana/editor');
		await status(/^Ln 12, Col 1$/).waitFor();
		await text().waitFor();
		await user.run('Tildeforge: Copy Permalink');
		await copied(page(), /\/tree\/[0-9a-f]{40}\/item\/src\/buffer\.c#L12$/);
	});
});
