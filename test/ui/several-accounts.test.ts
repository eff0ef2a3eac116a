import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { temporaryFolder } from '../tools/places.ts';
import {
	InputBox,
	openBox,
	row,
	rows,
	setUp,
	signInButton,
	signInWithToken,
	signOut,
	tokenOf,
} from './editor-driver.ts';
import { ticketPage, waitForPage } from './ticket-driver.ts';
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

	/** Opens a window on a new folder, where the views were never shown. */
	async function openSecondWindow(): Promise<EditorWindow> {
		const second = await editor().openAnother({ folder: temporaryFolder('workspace') });
		await second.page.setViewportSize(tall);
		const box = new InputBox(second.page);
		const command = box.option(/^Tildeforge: New Ticket…/);
		// Perhaps the account is not known yet when the palette opens.
		await box.openPalette('>Tildeforge: New Ticket', () => command.click({ timeout: 2000 }));
		await box.asks('New Ticket');
		await box.option('~ana/editor').waitFor();
		await box.leave();
		return second;
	}

	const accountRow = (window: EditorWindow, [name, forge]: Account) =>
		row(window, 'Tickets', `${name}, ${forge}`);

	/** Waits for the rows of accounts. VS Code does not draw rows that are out of sight. */
	async function shown(window: EditorWindow, ...accounts: readonly Account[]): Promise<void> {
		await window.page.bringToFront();
		await window.openContainer(['Tickets']);
		for (const account of accounts) await accountRow(window, account).waitFor();
	}

	async function signIn(...accounts: readonly Account[]): Promise<void> {
		await editor().page.bringToFront();
		// VS Code does not draw rows that are out of sight.
		await editor().openContainer(['Tickets']);
		for (const [name, forge] of accounts) {
			const home = forge === 'other.test' ? other : editor().forge;
			await signInWithToken(editor(), tokenOf(home, name), forge);
		}
	}

	it('list their own items and offer their commands in every window, also in one that opens later, and sign out one at a time', async () => {
		// A window that is open at the first sign-in has to reload, because VS Code does not give it the new secret.
		await signIn(anaHere);
		await row(editor(), 'Tickets', '~ana/editor').waitFor();
		await signIn(bobHere);
		// It may be out of sight below the rows of ~ana.
		await accountRow(editor(), bobHere).and(editor().page.locator('.selected')).waitFor();
		await row(editor(), 'Tickets', '~bob/website').waitFor();
		const second = await openSecondWindow();
		await shown(second, anaHere, bobHere);
		await signIn(anaThere);
		await shown(second, anaHere, bobHere, anaThere);
		await shown(editor(), anaHere, bobHere, anaThere);
		// VS Code does not draw rows that are out of sight.
		await editor().openContainer(['Tickets', 'Patches', 'Repositories']);
		await row(editor(), 'Repositories', 'editor').nth(1).waitFor();
		await row(editor(), 'Repositories', 'dotfiles').waitFor();
		const labels = await rows(editor(), 'Repositories').locator('.label-name').allInnerTexts();
		const ofAna = ['~ana', '~ana/editor', '~ana/notes'];
		assert.deepEqual(labels, [...ofAna, '~bob', '~bob/dotfiles', ...ofAna]);

		await openBox(editor(), 'Tildeforge: Find Ticket…', 'Find Ticket');
		await new InputBox(editor().page).choose(/Thank you/);
		await waitForPage(editor(), 'Thank you');
		const owner = /~(ana|bob) \((forge|other)\.test\)/;
		await ticketPage(editor()).getByRole('banner').getByText(owner).waitFor();
		await editor().page.getByRole('tab', { name: owner }).waitFor();

		await signOut(editor(), '~bob');
		for (const window of [second, editor()]) {
			await window.page.bringToFront();
			await accountRow(window, bobHere).waitFor({ state: 'detached' });
			await row(window, 'Tickets', '~bob/website').waitFor({ state: 'detached' });
			await shown(window, anaHere, anaThere);
		}

		await signOutFromMenu('~ana (other.test) (Tildeforge)');
		await accountRow(editor(), anaThere).waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', '~ana/editor').waitFor();
		await signOutFromMenu('~ana (forge.test) (Tildeforge)');
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
