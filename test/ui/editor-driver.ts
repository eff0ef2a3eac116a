import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Forge } from '../../src/sandbox/forge.ts';
import { tryAgain, until } from '../tools/until.ts';
import type { EditorWindow } from './window.ts';

/** The setting for a forge named forge.test. */
export const setUp =
	(more: Readonly<Record<string, unknown>> = {}) =>
	(forge: Forge) => ({ 'tildeforge.instances': [{ name: 'forge.test', ...forge.addresses, ...more }] });

export function tokenOf({ users }: Forge, name: string): string {
	const user = users.find((one) => one.name === name);
	assert.ok(user, `${name} is not there`);
	return user.token;
}

/** The quick input box at the top of the window. */
export class InputBox {
	readonly page: Page;
	readonly box: Locator;

	constructor(page: Page) {
		this.page = page;
		this.box = page.locator('.quick-input-widget');
	}

	/** Waits for the step with this title. */
	async asks(title: string, timeout?: number): Promise<void> {
		// The reference of a ticket is followed by its title.
		const words = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
		const asked = this.box.locator('.quick-input-title').getByText(new RegExp(`^${words}( · .*)?$`));
		await asked.waitFor(timeout === undefined ? {} : { timeout });
	}

	async says(words: string | RegExp): Promise<void> {
		await this.box.getByText(words).first().waitFor();
	}

	option(name: string | RegExp): Locator {
		return this.box.getByRole('option', { name });
	}

	/**
	 * Chooses an option once the list has loaded. A click is lost if the option is redrawn between mouse down and mouse up, so it is repeated
	 * if the box stays as it is.
	 */
	async choose(name: string | RegExp): Promise<void> {
		await this.option('Checking…').first().waitFor({ state: 'detached' });
		const option = this.option(name).first();
		await option.waitFor();
		const shown = async () => ((await this.box.isVisible()) ? this.box.innerText() : '');
		const before = await shown();
		await tryAgain(
			() => option.click(),
			() => until(async () => (await shown()) !== before, { what: `${name} is chosen`, seconds: 10 }),
			3,
		);
	}

	get field(): Locator {
		return this.box.locator('.quick-input-box input');
	}

	async answer(text: string): Promise<void> {
		await this.field.fill(text);
		await this.field.press('Enter');
	}

	/** Chooses the token method in the list of sign-in methods. */
	async chooseToken(): Promise<void> {
		await this.choose('Paste a token');
		const field = this.field.and(this.page.locator('[type=password]'));
		const enter = this.option('Enter Token…');
		// A token in the clipboard leads to the field at once.
		await field.or(enter).waitFor();
		if (await enter.isVisible()) await this.choose('Enter Token…');
		await field.waitFor();
	}

	/**
	 * Does what shows the next box. The box must not close in between: VS Code would return the focus to the page, and sometimes do so after
	 * the next box is there.
	 */
	async staysOpen(act: () => Promise<unknown>): Promise<void> {
		const closings = await this.box.evaluateHandle((box) => {
			const found: string[] = [];
			const observer = new MutationObserver((changes) => {
				// It may have been shown again since.
				const wasHidden = changes.some(({ oldValue }) => oldValue?.includes('display: none'));
				if (wasHidden || box.style.display === 'none')
					found.push(box.querySelector('.quick-input-title')?.textContent ?? '');
			});
			observer.observe(box, { attributes: true, attributeFilter: ['style'], attributeOldValue: true });
			return { found, observer };
		});
		await act();
		const found = await closings.evaluate(({ found, observer }) => {
			observer.disconnect();
			return found;
		});
		assert.deepEqual(found, []);
	}

	/**
	 * Opens the palette with a text, until `seen` resolves. A key is lost while the focus moves from one part to another, and the palette makes its
	 * list when it opens.
	 */
	async openPalette(text: string, seen: () => Promise<unknown> = async () => {}): Promise<void> {
		await tryAgain(
			async () => {
				await this.leave();
				await this.page.keyboard.press('F1');
			},
			async () => {
				await this.field.fill(text, { timeout: 1000 });
				await seen();
			},
			20,
		);
	}

	async gone(): Promise<void> {
		await this.box.waitFor({ state: 'hidden' });
	}

	/** An open tooltip takes the first Escape, and a box that has only just opened ignores it. */
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

/**
 * Shows the notification center, and waits for a notification in it. Without a notification the center does not open, and it
 * closes when its last one goes.
 */
export async function notice(window: EditorWindow, words: string | RegExp): Promise<Locator> {
	await window.page.bringToFront();
	const center = window.page.locator('.notifications-center');
	// The newest comes first. A finished one stays for a moment.
	const one = center.locator('.notification-list-item').filter({ hasText: words }).first();
	await tryAgain(
		async () => {
			if (await center.isHidden()) await window.command('Notifications: Show Notifications');
			// Only some fit, and VS Code has its own, such as one for each of its extensions that it could not load.
			const others = center.locator('.notification-list-item', { hasText: /^Activating extension/ });
			for (let left = await others.count(); left > 0; left--) {
				const other = others.first();
				const clear = other.getByRole('button', { name: /^Clear Notification/ });
				// It may go by itself meanwhile.
				const done = { timeout: 700 };
				await other
					.hover(done)
					.then(() => clear.click(done))
					.catch(() => {});
			}
		},
		() => one.waitFor({ timeout: 700 }),
		20,
	);
	return one;
}

/** The item in the status bar of a sign-in that waits for the browser while another box is shown. */
export const waitingItem = ({ page }: EditorWindow): Locator =>
	page.locator('.statusbar-item', { hasText: /Signing in to .*…/ });

/** The rows below the header of a view. */
export const rows = (window: EditorWindow, view: string): Locator => window.view(view).getByRole('treeitem');

export const row = (window: EditorWindow, view: string, name: string | RegExp): Locator =>
	window.view(view).getByRole('treeitem', { name });

const isExpanded = async (target: Locator) => (await target.getAttribute('aria-expanded')) === 'true';

/**
 * Expands a row by a click on its arrow, unless it is expanded, and waits for its first child. A click elsewhere opens the page of a row that
 * has one. VS Code collapses a row again if it is redrawn while its children are read.
 */
export async function expandRow(target: Locator): Promise<void> {
	await target.waitFor();
	const numberIn = async (one: Locator, name: string) =>
		Number(await one.getAttribute(name, { timeout: 1000 }));
	const hasChild = async () => {
		const below = (await numberIn(target, 'data-index')) + 1;
		const next = target.locator('..').locator(`[data-index="${below}"]`);
		// What is scrolled out of sight is not drawn.
		if ((await next.count()) === 0) return isExpanded(target);
		return (await numberIn(next, 'aria-level')) > (await numberIn(target, 'aria-level'));
	};
	await tryAgain(
		async () => (await isExpanded(target)) || target.locator('.monaco-tl-twistie').click(),
		() => until(hasChild, { what: `${target} is expanded`, seconds: 5 }),
	);
}

/** Collapses a row by a click, unless it is collapsed. */
export const collapseRow = (target: Locator): Promise<void> =>
	tryAgain(
		async () => (await isExpanded(target)) && target.click(),
		() => until(async () => !(await isExpanded(target)), { what: `${target} is collapsed`, seconds: 3 }),
	);

type ClickOptions = NonNullable<Parameters<Locator['click']>[0]>;

/**
 * Clicks a row once, unless the hover of another one covers it, also of one that has moved below the mouse: try again then. A click is lost if
 * the row is redrawn between mouse down and mouse up, and may hit another row, because VS Code reuses the elements.
 */
export async function tryToClickRow(target: Locator, options: ClickOptions = {}): Promise<void> {
	await target.page().mouse.move(0, 0);
	// A hover stays open if the row below it was redrawn, until the mouse has been over another row.
	const leaveHover = () => target.hover({ force: true, timeout: 1000 }).catch(() => {});
	await target.click({ timeout: 3000, ...options }).catch(leaveHover);
}

/** Clicks a row until it is selected. */
export const clickRow = (target: Locator, options: ClickOptions = {}): Promise<void> =>
	tryAgain(
		() => tryToClickRow(target, options),
		() => target.and(target.page().locator('.selected.focused')).waitFor({ timeout: 3000 }),
	);

/** Selects exactly these rows of a view. Each try begins with a usual click, which undoes the selection before it. */
export function selectRows(view: Locator, rows: readonly [Locator, ...Locator[]]): Promise<void> {
	const selected = view.locator('[role=treeitem][aria-selected=true]');
	const isSelected = async (target: Locator) => (await target.getAttribute('aria-selected')) === 'true';
	const areSelected = async () =>
		(await selected.count()) === rows.length && (await Promise.all(rows.map(isSelected))).every(Boolean);
	return tryAgain(
		async () => {
			for (const [nth, one] of rows.entries())
				await one.click(nth === 0 ? {} : { modifiers: ['ControlOrMeta'] });
		},
		() => until(areSelected, { what: `${rows.length} rows are selected`, seconds: 3 }),
	);
}

/** Clicks until `seen` appears. For rows that do not stay selected, and for other elements. */
export const clickUntil = (target: Locator, seen: Locator): Promise<void> =>
	tryAgain(
		// What appears meanwhile may cover the target.
		() => target.click({ timeout: 5000 }).catch(() => {}),
		() => seen.waitFor({ timeout: 5000 }),
	);

/** Opens the menu of a row, and returns one of its commands. A right-click on a row that is being redrawn opens no menu. */
async function openMenu(target: Locator, command: string): Promise<Locator> {
	const page = target.page();
	const item = page.getByRole('menuitem', { name: command, exact: true });
	await tryAgain(
		async () => {
			// That of another row.
			if (await page.locator('.monaco-menu').first().isVisible()) await page.keyboard.press('Escape');
			// The hover of another row may cover it.
			await page.mouse.move(0, 0);
			await target.click({ button: 'right', timeout: 5000 }).catch(() => {});
		},
		() => item.waitFor({ timeout: 3000 }),
	);
	return item;
}

/** Chooses a command in the menu of a row. */
export async function chooseInMenu(target: Locator, command: string): Promise<void> {
	const page = target.page();
	const item = await openMenu(target, command);
	// VS Code takes a click soon after a menu has opened for the end of the click that opened it.
	await item.hover();
	await page.keyboard.press('Enter');
}

/**
 * Runs a command until the box that it opens is there. VS Code closes the box at once if a view that it has just redrawn takes the focus
 * back.
 */
export async function openBox(window: EditorWindow, command: string, title: string): Promise<void> {
	const inputBox = new InputBox(window.page);
	await tryAgain(
		() => window.command(command),
		() => inputBox.asks(title, 5000),
		3,
	);
}

/** Opens the sign-in dialog and continues to the step that asks for a token. */
async function askForToken(window: EditorWindow, forge = 'forge.test'): Promise<InputBox> {
	const inputBox = await chooseForge(window, forge);
	await inputBox.chooseToken();
	return inputBox;
}

export async function chooseForge(window: EditorWindow, forge = 'forge.test'): Promise<InputBox> {
	const inputBox = new InputBox(window.page);
	await openBox(window, 'Tildeforge: Sign In…', 'Sign in to a forge');
	await inputBox.choose(forge);
	await inputBox.asks(`Sign in to ${forge}`);
	return inputBox;
}

export async function signInWithToken(
	window: EditorWindow,
	token: string,
	forge = 'forge.test',
): Promise<void> {
	await copy(window.page, '');
	const inputBox = await askForToken(window, forge);
	await inputBox.answer(token);
	await inputBox.gone();
}

export async function copy(page: Page, text: string): Promise<void> {
	await inFront(page);
	await page.evaluate((one) => navigator.clipboard.writeText(one), text);
}

/** The clipboard needs a page with the focus. No page has it after the editor's last page closes while it has the focus. */
async function inFront(page: Page): Promise<void> {
	await page.bringToFront();
	await page.evaluate(() => document.hasFocus() || window.focus());
	await page.waitForFunction(() => document.hasFocus());
}

/** Waits until the text in the clipboard matches. */
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

/** Runs `act` and returns the page that it opens in the browser. */
export async function opened(page: Page, act: () => Promise<unknown>): Promise<Page> {
	const [other] = await Promise.all([page.context().waitForEvent('page'), act()]);
	await other.waitForLoadState();
	return other;
}

/** Closes a page and returns to the window, which does not draw while it is in the background. */
export async function comeBack(from: Page, window: EditorWindow): Promise<void> {
	await from.close();
	await window.page.bringToFront();
}

/** Logs in on the forge's own page. */
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

/** `who` is needed if there are several accounts. */
export async function signOut(window: EditorWindow, who?: string | RegExp): Promise<void> {
	const { page } = window;
	const accounts = new InputBox(page);
	const confirm = page.getByRole('button', { name: 'Sign Out', exact: true });
	await tryAgain(
		async () => {
			await window.command('Tildeforge: Sign Out…');
			// VS Code closes the box if a view that it has just redrawn takes the focus back.
			if (who !== undefined)
				await accounts
					.option(who)
					.first()
					.click({ timeout: 5000 })
					.catch(() => {});
		},
		() => confirm.waitFor({ timeout: 10_000 }),
		3,
	);
	await confirm.click();
}

/** Counts Tildeforge's notifications. The notification center does not open while there are none at all. */
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

/** Waits until an address refuses connections. */
export async function waitUntilUnreachable(address: string): Promise<void> {
	const isRefused = () =>
		fetch(address).then(
			() => false,
			() => true,
		);
	await until(isRefused, { what: `${address} refuses connections` });
}
