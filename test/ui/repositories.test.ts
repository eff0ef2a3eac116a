import { tryAgain, until } from '../tools/until.ts';
import {
	chooseInMenu,
	clickRow,
	clickUntil,
	collapseRow,
	copied,
	Dialogue,
	openBox,
	rows,
	setUp,
} from './editor-driver.ts';
import { RepositoryRows, showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
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
	const row = (name: string | RegExp) => view.row(name);
	const tab = (name: string | RegExp) => editor().page.getByRole('tab', { name });
	const status = (name: string | RegExp) =>
		editor().page.locator('.statusbar').getByRole('button', { name, exact: true });

	it('shows files, branches, tags and history, opens what the user chooses, and applies commands to it', async function () {
		this.timeout(180_000);
		const window = editor();
		const { page } = window;
		const dialogue = new Dialogue(page);
		await view.expand(/^~ana\/editor/, /^Log/);
		await clickRow(rows(window, 'Repositories').filter({ hasText: 'Version 2.4.0' }).first());
		await tab(/Version 2\.4\.0/).waitFor();
		const diff = page.locator('.multiDiffEditor');
		await diff.getByText('NEWS').first().waitFor();
		const fileStatus = diff.locator('.file-path').filter({ hasText: 'NEWS' }).locator('.status').first();
		// A renamed file would have the letter R.
		await until(async () => (await fileStatus.textContent()) === '', { what: 'NEWS is only changed' });
		await collapseRow(row(/^Log/));

		await view.expand(/^Branches/, /^Tags/, /^Files/);
		await row('branch master, default').waitFor();
		await row('tag 2.4.1, annotated').waitFor();
		await row(/^NEWS/).getByText('→ doc/NEWS').waitFor();
		await view.expand(/^src\b/);
		await clickUntil(row('undo.c'), tab(/^undo\.c/));
		await status('C').waitFor();
		await collapseRow(row(/^src\b/));
		await view.expand(/^doc\b/, /^images\b/);
		await clickUntil(row('icon.png'), tab(/^icon\.png/));
		await status(/^32x32/).waitFor();
		await collapseRow(row(/^doc\b/));
		await window.command('View: Close All Editors');

		const goToFile = async (title: string) => {
			await openBox(window, 'Tildeforge: Go to File in Repository…', title);
			await dialogue.leave();
		};
		const pinned = tab(/^README\.md/).filter({ hasNot: page.locator('.italic') });
		await tryAgain(
			() => row(/^README\.md/).dblclick(),
			// A tab in italics is a preview, which the next file would replace.
			() => pinned.waitFor({ timeout: 5000 }),
		);
		await clickRow(row(/^~ana\/notes/));
		await goToFile('Go to File in ~ana/notes');
		await window.command('Tildeforge: Copy Permalink');
		await copied(page, /\/~ana\/notes\/tree\/[0-9a-f]{40}$/);
		await page.locator('.monaco-editor .view-line').nth(2).click();
		await status(/^Ln 3, Col \d+$/).waitFor();
		await goToFile('Go to File in ~ana/editor (master)');
		await window.command('Tildeforge: Copy Permalink');
		await copied(page, /\/tree\/[0-9a-f]{40}\/item\/README\.md#L3$/);
		await clickUntil(row(/^Makefile/), tab(/^Makefile/));
		await openBox(window, 'Tildeforge: Show File History', 'History of Makefile');
		await dialogue.leave();
		await tab(/^README\.md/).click();
		await openBox(window, 'Tildeforge: Show File History', 'History of README.md');
		await dialogue.leave();
		const number = page.locator('.monaco-editor .line-numbers').getByText('5', { exact: true });
		await chooseInMenu(number.first(), 'Copy Permalink');
		await copied(page, /\/tree\/[0-9a-f]{40}\/item\/README\.md#L5$/);
	});
});
