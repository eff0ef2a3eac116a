import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { row, rows, setUp, signInButton, signInWithToken, signOut, tokenOf } from './editor-driver.ts';
import { type EditorWindow, editorWindow } from './window.ts';

/** VS Code does not draw rows that are out of sight. */
const tall = { width: 1200, height: 2200 };

const anaHere = ['~ana', 'forge.test'] as const;
const bobHere = ['~bob', 'forge.test'] as const;
const anaThere = ['~ana', 'other.test'] as const;
type Account = readonly [name: string, forge: string];

describe('Several accounts', () => {
	let other: Forge;
	beforeEach(async () => {
		other = await startForge({ port: 0 });
	});
	const editor = editorWindow(
		{
			settings: (forge) => {
				const { 'tildeforge.instances': one } = setUp()(forge);
				return {
					'tildeforge.instances': [...one, { name: 'other.test', ...other.addresses }],
					// Otherwise the tickets of the first account leave no room for the other accounts.
					'tildeforge.ticketQueries': [{ name: 'Nothing', query: 'label:nothing' }],
				};
			},
		},
		openTall,
	);
	afterEach(() => other.stop());

	async function openTall(window: EditorWindow): Promise<void> {
		await window.page.setViewportSize(tall);
		await window.openContainer();
	}

	async function openSecondWindow(): Promise<EditorWindow> {
		const second = await editor().another();
		await openTall(second);
		return second;
	}

	const accountRow = (window: EditorWindow, view: string, [name, forge]: Account) =>
		row(window, view, `${name}, ${forge}`);

	/** Waits for the rows of accounts in every view. */
	async function shown(window: EditorWindow, ...accounts: readonly Account[]): Promise<void> {
		await window.page.bringToFront();
		for (const view of ['Tickets', 'Patches', 'Repositories']) {
			for (const account of accounts) await accountRow(window, view, account).waitFor();
		}
	}

	async function signIn(...accounts: readonly Account[]): Promise<void> {
		await editor().page.bringToFront();
		for (const [name, forge] of accounts) {
			const home = forge === 'other.test' ? other : editor().forge;
			await signInWithToken(editor(), tokenOf(home, name), forge);
		}
	}

	it('each list their own trackers, lists and repositories', async () => {
		await signIn(anaHere);
		await row(editor(), 'Tickets', '~ana/editor').waitFor();
		await signIn(bobHere);
		await row(editor(), 'Tickets', '~bob/website').waitFor();
		await signIn(anaThere);
		await shown(editor(), anaHere, bobHere, anaThere);
		await row(editor(), 'Repositories', 'editor').nth(1).waitFor();
		await row(editor(), 'Repositories', 'dotfiles').waitFor();
		const labels = await rows(editor(), 'Repositories').locator('.label-name').allInnerTexts();
		assert.deepEqual(labels, ['~ana', 'notes', 'editor', '~bob', 'dotfiles', '~ana', 'notes', 'editor']);
	});

	describe('of two forges', () => {
		beforeEach(() => signIn(anaHere, bobHere, anaThere));

		it('stay signed in when the window reloads', async () => {
			await shown(editor(), anaHere, bobHere, anaThere);
			await editor().reload();
			await editor().openContainer();
			await shown(editor(), anaHere, bobHere, anaThere);
		});

		it('are signed in in a second window too', async () => {
			await shown(await openSecondWindow(), anaHere, bobHere, anaThere);
		});

		it('stay signed in when another one signs out, in every window', async () => {
			const second = await openSecondWindow();
			await shown(second, anaHere, bobHere, anaThere);
			const { page } = editor();
			await page.bringToFront();
			await editor().command('Tildeforge: Sign Out…');
			await page.getByRole('option', { name: '~bob' }).click();
			const asked = page.getByRole('dialog', { name: 'Sign out ~bob (forge.test)?' });
			await asked
				.getByText('Cached tickets, patches and files of this account are removed from this machine.')
				.waitFor();
			await asked.getByText('Your unsent drafts are kept.').waitFor();
			await asked.getByRole('button', { name: 'Cancel' }).click();
			await asked.waitFor({ state: 'detached' });
			await shown(editor(), anaHere, bobHere, anaThere);
			await signOut(editor(), '~bob');
			for (const window of [editor(), second]) {
				await window.page.bringToFront();
				await accountRow(window, 'Tickets', bobHere).waitFor({ state: 'detached' });
				await shown(window, anaHere, anaThere);
			}
		});
	});

	it('appear at once in a second window when they sign in', async () => {
		// A window that is open at the first sign-in has to reload, because VS Code does not tell it the new secret.
		await signIn(anaHere);
		const second = await openSecondWindow();
		await row(second, 'Tickets', '~ana/editor').waitFor();
		await signIn(bobHere);
		await shown(second, anaHere, bobHere);
	});

	it('sign out one at a time from the Accounts menu of VS Code', async () => {
		await signIn(anaHere, bobHere);
		await shown(editor(), anaHere, bobHere);
		await signOutFromMenu('~ana (forge.test) (Tildeforge)');
		await accountRow(editor(), 'Tickets', anaHere).waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', '~ana/editor').waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', '~bob/website').waitFor();
		await signOutFromMenu('~bob (forge.test) (Tildeforge)');
		await signInButton(editor()).waitFor();
		assert.equal(await rows(editor(), 'Tickets').count(), 0);
	});

	async function signOutFromMenu(name: string): Promise<void> {
		const { page } = editor();
		await page.getByRole('button', { name: 'Accounts' }).click();
		await page.getByRole('menuitem', { name }).hover();
		await page.getByRole('menuitem', { name: 'Sign Out', exact: true }).hover();
		// VS Code ignores a click soon after a menu has opened: it takes it for the end of the click that opened the menu.
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
	}
});
