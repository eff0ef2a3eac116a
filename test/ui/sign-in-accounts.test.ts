import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { row, rows, setUp, signInButton, signInWithToken, signOut, tokenOf } from './hands.ts';
import { type EditorWindow, editorWindow } from './window.ts';

/** Rows that have no room are not drawn. */
const tall = { width: 1200, height: 2200 };

describe('Several accounts', () => {
	let other: Forge;
	before(async () => {
		other = await startForge({ port: 0 });
	});
	after(() => other.stop());
	const editor = editorWindow({
		settings: (forge) => {
			const { 'tildeforge.instances': one } = setUp()(forge);
			return {
				'tildeforge.instances': [...one, { name: 'other.test', ...other.addresses }],
				// Or else the tickets of the first account leave no room for the others.
				'tildeforge.ticketQueries': [{ name: 'Nothing', query: 'label:nothing' }],
			};
		},
	});
	let second: EditorWindow;

	const account = (window: EditorWindow, view: string, who: string, where: string) =>
		row(window, view, `${who}, ${where}`);

	async function shown(window: EditorWindow, accounts: readonly (readonly [string, string])[]) {
		await window.page.bringToFront();
		for (const view of ['Tickets', 'Patches', 'Repositories']) {
			for (const [who, where] of accounts) await account(window, view, who, where).waitFor();
		}
	}

	it('of one forge and of two stand each with its own things below it', async () => {
		await editor().page.setViewportSize(tall);
		await editor().openContainer();
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await row(editor(), 'Tickets', '~ana/editor').waitFor();
		await signInWithToken(editor(), tokenOf(editor().forge, '~bob'));
		await row(editor(), 'Tickets', '~bob/website').waitFor();
		await signInWithToken(editor(), tokenOf(other, '~ana'), 'other.test');
		await shown(editor(), [
			['~ana', 'forge.test'],
			['~bob', 'forge.test'],
			['~ana', 'other.test'],
		]);
		await row(editor(), 'Repositories', 'editor').nth(1).waitFor();
		const labels = await rows(editor(), 'Repositories').locator('.label-name').allInnerTexts();
		assert.deepEqual(labels, ['~ana', 'notes', 'editor', '~bob', 'dotfiles', '~ana', 'notes', 'editor']);
	});

	it('are all there after the window is loaded anew, and in another window', async () => {
		const all = [
			['~ana', 'forge.test'],
			['~bob', 'forge.test'],
			['~ana', 'other.test'],
		] as const;
		await editor().reload();
		await editor().openContainer();
		await shown(editor(), all);
		second = await editor().another();
		await second.page.setViewportSize(tall);
		await second.openContainer();
		await shown(second, all);
	});

	it('leave each other alone when one signs out, which says what goes with it and is seen in every window', async () => {
		const { page } = editor();
		await page.bringToFront();
		await editor().command('Tildeforge: Sign Out…');
		await page.getByRole('option', { name: '~bob' }).click();
		const asked = page.getByRole('dialog', { name: 'Sign out ~bob (forge.test)?' });
		await asked
			.getByText('The tickets, patches and files that this machine remembers of this account are removed')
			.waitFor();
		await asked.getByText('What you have written and not sent stays.').waitFor();
		await asked.getByRole('button', { name: 'Cancel' }).click();
		await account(editor(), 'Tickets', '~bob', 'forge.test').waitFor();
		await signOut(editor(), '~bob');
		for (const window of [editor(), second]) {
			await window.page.bringToFront();
			await account(window, 'Tickets', '~bob', 'forge.test').waitFor({ state: 'detached' });
			await shown(window, [
				['~ana', 'forge.test'],
				['~ana', 'other.test'],
			]);
		}
	});

	it('that sign in in one window are there in the other at once', async () => {
		await editor().page.bringToFront();
		await signInWithToken(editor(), tokenOf(editor().forge, '~carol'));
		await second.page.bringToFront();
		await shown(second, [['~carol', 'forge.test']]);
		await second.page.close();
	});

	it('stand in the menu of accounts of the editor, and can sign out there', async () => {
		const { page } = editor();
		await page.bringToFront();
		await signOut(editor(), '~carol');
		await signOut(editor(), /~ana.*other\.test/);
		await account(editor(), 'Tickets', '~ana', 'other.test').waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'Accounts' }).click();
		const entry = page.getByRole('menuitem', { name: '~ana (forge.test) (Tildeforge)' });
		await entry.hover();
		await page.getByRole('menuitem', { name: 'Sign Out', exact: true }).hover();
		// A click soon after a menu has opened is taken for the end of the one that opened it.
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
		await signInButton(editor()).waitFor();
		assert.equal(await rows(editor(), 'Tickets').count(), 0);
	});
});
