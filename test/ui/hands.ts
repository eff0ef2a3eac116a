import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Forge } from '../../src/sandbox/forge.ts';
import { tryAgain, until } from '../tools/until.ts';
import type { EditorWindow } from './window.ts';

/** The setting of a forge that is called forge.test. */
export const setUp =
	(more: Readonly<Record<string, unknown>> = {}) =>
	(forge: Forge) => ({ 'tildeforge.instances': [{ name: 'forge.test', ...forge.addresses, ...more }] });

export function tokenOf({ users }: Forge, name: string): string {
	const user = users.find((one) => one.name === name);
	assert.ok(user, `${name} is not there`);
	return user.token;
}

/** The box at the top of the window, in which the editor asks. */
export class Dialogue {
	readonly page: Page;
	readonly box: Locator;

	constructor(page: Page) {
		this.page = page;
		this.box = page.locator('.quick-input-widget');
	}

	/** Waits for the step that is called so. */
	async asks(title: string, timeout?: number): Promise<void> {
		const asked = this.box.locator('.quick-input-title').getByText(title, { exact: true });
		await asked.waitFor(timeout === undefined ? {} : { timeout });
	}

	async says(words: string | RegExp): Promise<void> {
		await this.box.getByText(words).first().waitFor();
	}

	option(name: string | RegExp): Locator {
		return this.box.getByRole('option', { name });
	}

	/** What is drawn anew between the two halves of a click is not what was clicked: waits for that first. */
	async choose(name: string | RegExp): Promise<void> {
		await this.option('Looking …').first().waitFor({ state: 'detached' });
		await this.option(name).first().click();
	}

	get field(): Locator {
		return this.box.locator('.quick-input-box input');
	}

	async answer(text: string): Promise<void> {
		await this.field.fill(text);
		await this.field.press('Enter');
	}

	/** From the choice of a door on: the way by a token. */
	async chooseToken(): Promise<void> {
		await this.choose('Paste a token');
		await this.field.and(this.page.locator('[type=password]')).waitFor();
	}

	async gone(): Promise<void> {
		await this.box.waitFor({ state: 'hidden' });
	}

	/** A tip that is open takes the first Escape for itself, and a box that has only just come up hears none. */
	async leave(): Promise<void> {
		await tryAgain(
			async () => {
				if (await this.box.isVisible()) await this.page.keyboard.press('Escape');
			},
			() => this.box.waitFor({ state: 'hidden', timeout: 500 }),
			30,
		);
	}
}

/** Presses a button beside the title of the box. */
export async function goBack({ box }: Dialogue): Promise<void> {
	await box.getByRole('button', { name: 'Back' }).click();
}

/**
 * Shows the notification center, and waits for a notification in it. Without a notification the center does not open, and it
 * closes when its last one goes.
 */
export async function notice(window: EditorWindow, words: string | RegExp): Promise<Locator> {
	await window.page.bringToFront();
	const center = window.page.locator('.notifications-center');
	// The newest comes first; one that is over stays for a moment.
	const one = center.locator('.notification-list-item').filter({ hasText: words }).first();
	await tryAgain(
		async () => {
			if (await center.isHidden()) await window.command('Notifications: Show Notifications');
		},
		() => one.waitFor({ timeout: 700 }),
		20,
	);
	return one;
}

const waits = 'Approve in the browser, or paste the code';

/** A sign-in that waits for the browser, whose box has been left. */
export const waiting = (window: EditorWindow): Promise<Locator> => notice(window, waits);

export async function cancelWaiting(window: EditorWindow): Promise<void> {
	const one = await waiting(window);
	await one.getByRole('button', { name: 'Cancel' }).click();
	await one.waitFor({ state: 'detached' });
}

/** What a view shows below its header, a row each. */
export const rows = (window: EditorWindow, view: string): Locator => window.view(view).getByRole('treeitem');

export const row = (window: EditorWindow, view: string, name: string | RegExp): Locator =>
	window.view(view).getByRole('treeitem', { name });

/** Opens the dialogue and comes to the place where a token is asked for. */
export async function askForToken(window: EditorWindow, forge = 'forge.test'): Promise<Dialogue> {
	const dialogue = await chooseForge(window, forge);
	await dialogue.chooseToken();
	return dialogue;
}

export async function chooseForge(window: EditorWindow, forge = 'forge.test'): Promise<Dialogue> {
	const dialogue = new Dialogue(window.page);
	await window.command('Tildeforge: Sign In…');
	await dialogue.asks('Sign in to a forge');
	await dialogue.choose(forge);
	await dialogue.asks(`Sign in to ${forge}`);
	return dialogue;
}

export async function signInWithToken(
	window: EditorWindow,
	token: string,
	forge = 'forge.test',
): Promise<void> {
	await copy(window.page, '');
	const dialogue = await askForToken(window, forge);
	await dialogue.answer(token);
	await dialogue.gone();
}

export async function copy(page: Page, text: string): Promise<void> {
	await inFront(page);
	await page.evaluate((one) => navigator.clipboard.writeText(one), text);
}

/** The clipboard is for who has the focus, which is nobody when the last page of the editor's was closed with it. */
async function inFront(page: Page): Promise<void> {
	await page.bringToFront();
	await page.evaluate(() => document.hasFocus() || window.focus());
	await page.waitForFunction(() => document.hasFocus());
}

/** Waits for a text of this kind in the clipboard. */
export async function copied(page: Page, kind: RegExp): Promise<string> {
	await inFront(page);
	let text = '';
	const isThere = async () => {
		text = await page.evaluate(() => navigator.clipboard.readText());
		return kind.test(text);
	};
	await until(isThere, { what: `${kind} is in the clipboard` });
	return text;
}

/** Lets the browser go to the forge's pages: what `act` opens. */
export async function opened(page: Page, act: () => Promise<unknown>): Promise<Page> {
	const [other] = await Promise.all([page.context().waitForEvent('page'), act()]);
	await other.waitForLoadState();
	return other;
}

/** Closes a page and comes back to the window, which draws nothing while it is behind. */
export async function comeBack(from: Page, window: EditorWindow): Promise<void> {
	await from.close();
	await window.page.bringToFront();
}

/** Signs in on the forge's own page. */
export async function logIn(page: Page, name: string): Promise<void> {
	await page.getByLabel('Username').fill(name);
	await page.getByLabel('Password').fill(`${name}-password`);
	await page.locator('button.main').click();
}

export async function decide(page: Page, decision: 'Approve' | 'Decline'): Promise<void> {
	await page.getByRole('button', { name: decision, exact: true }).click();
}

export const signInButton = (window: EditorWindow): Locator =>
	window.view('Tickets').getByRole('button', { name: 'Sign In', exact: true });

/** `who` is chosen where there are several. */
export async function signOut(window: EditorWindow, who?: string | RegExp): Promise<void> {
	await window.command('Tildeforge: Sign Out…');
	if (who !== undefined) await new Dialogue(window.page).choose(who);
	await window.page.getByRole('button', { name: 'Sign Out', exact: true }).click();
}

/** How many notifications of Tildeforge there are. The notification center does not open while there are none at all. */
export async function notificationCount(window: EditorWindow): Promise<number> {
	const { page } = window;
	const center = page.locator('.notifications-center');
	if (await center.isHidden()) await window.command('Notifications: Show Notifications');
	await center
		.or(page.getByRole('button', { name: 'No Notifications' }))
		.first()
		.waitFor();
	return center.locator('.notification-list-item').filter({ hasText: 'Source: Tildeforge' }).count();
}

/** Waits until nothing listens at an address any more. */
export async function unreachable(address: string): Promise<void> {
	const isRefused = () =>
		fetch(address).then(
			() => false,
			() => true,
		);
	await until(isRefused, { what: `${address} refuses connections` });
}
