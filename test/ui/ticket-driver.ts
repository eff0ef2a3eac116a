import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import type { Forge } from '../../src/sandbox/forge.ts';
import { filesBelow } from '../tools/files-below.ts';
import { tryAgain, until } from '../tools/until.ts';
import { row, tryToClickRow } from './editor-driver.ts';
import { savedSignIn, showSignedIn } from './saved-sign-ins.ts';
import { TrackerProxy } from './tracker-proxy.ts';
import { type EditorWindow, editorWindow, type WindowOptions } from './window.ts';

const tall = { width: 1400, height: 1600 };

interface TicketWindowOptions extends Omit<WindowOptions, 'settings' | 'signIn'> {
	/** Settings in addition to forge.test, whose changes are sent at once. */
	readonly more?: Readonly<Record<string, unknown>>;
}

/** Gives each test a window in which ~ana is signed in to forge.test, through a connection that tests can watch and cut. */
export function ticketWindow({ more = {}, ...options }: TicketWindowOptions = {}) {
	let proxy: TrackerProxy;
	beforeEach(async () => {
		proxy = await TrackerProxy.open();
		// What others do is to be new to the page when the user changes the ticket.
		proxy.allowsWebhooks = false;
	});
	const editor = editorWindow(
		{
			size: tall,
			...options,
			get signIn() {
				return savedSignIn();
			},
			settings: ({ addresses }) => {
				proxy.behind = addresses.trackers;
				const one = { name: 'forge.test', ...addresses, trackers: proxy.address };
				return {
					'tildeforge.instances': [one],
					'tildeforge.undoSeconds': 0,
					...more,
				};
			},
		},
		showTickets,
	);
	afterEach(() => proxy.close());
	return { editor, proxy: () => proxy };
}

/** Gives the Tickets view the whole side bar. */
export async function showTicketsView(window: EditorWindow): Promise<void> {
	await window.page.setViewportSize(tall);
	await window.openContainer(['Tickets']);
}

/** Shows the tickets of ~ana, who is signed in. */
async function showTickets(window: EditorWindow): Promise<void> {
	await showTicketsView(window);
	await showSignedIn(window, row(window, 'Tickets', /^~ana\/editor, 33 open/));
}

/** What the view says above its rows. */
export const viewMessage = (window: EditorWindow, view: string): Locator =>
	window.view(view).locator('.message');

/** The content of the page in front. */
export const ticketPage = ({ page }: EditorWindow): FrameLocator =>
	page.frameLocator('iframe.webview.ready').frameLocator('iframe');

export const commentBox = (window: EditorWindow): Locator => ticketPage(window).locator('#text');

export const title = (window: EditorWindow, words: string | RegExp): Locator =>
	ticketPage(window).getByRole('heading', { level: 1, name: words });

/** A row of an expanded query. */
export const ticketRow = (window: EditorWindow, number: number, query = ''): Locator =>
	row(window, 'Tickets', new RegExp(`^Ticket ${number}, .*${query}`)).first();

/** Waits for a page and until it takes the focus. Any earlier input box is closed by then. */
export async function waitForPage(window: EditorWindow, words: string | RegExp): Promise<void> {
	await title(window, words).waitFor();
	await takeFocus(window);
}

/** Waits until the page has the focus, which VS Code returns to it some time after an input box is gone. */
export const waitForPageFocus = (window: EditorWindow): Promise<void> =>
	until(() => hasFocus(window), { what: 'the page has the focus' });

/**
 * VS Code checks every 250 ms whether a page has the focus. If a box is open for less time than that, VS Code may not return the focus
 * to the page. Users take longer to choose an option.
 */
export const waitForFocusPoll = (window: EditorWindow): Promise<void> => window.page.waitForTimeout(300);

const hasFocus = (window: EditorWindow): Promise<boolean> =>
	ticketPage(window)
		.locator('body')
		.evaluate(() => document.hasFocus());

/** Moves the keyboard focus to the rows of the view. */
export async function focusTickets(window: EditorWindow): Promise<void> {
	await window.command('Tildeforge: Focus on Tickets View');
	await window.view('Tickets').locator('.monaco-list:focus').waitFor();
}

/** Hovers over a row until its card appears. A row that is redrawn under the mouse has no card until the mouse returns. */
export async function hoverUntilShown(
	window: EditorWindow,
	ticket: Locator,
	words: string,
): Promise<Locator> {
	const card = window.page.locator('.monaco-hover').filter({ hasText: words });
	await tryAgain(
		async () => {
			await ticketRow(window, 60).hover();
			await ticket.locator('.label-name').hover();
		},
		() => card.waitFor({ timeout: 3000 }),
	);
	return card;
}

/** Opens the page of a ticket in the first query, and moves the focus there. */
export async function openTicket(window: EditorWindow, number: number, words: string): Promise<void> {
	await tryAgain(
		() => tryToClickRow(ticketRow(window, number)),
		() => title(window, words).waitFor({ timeout: 3000 }),
	);
	await window.page.keyboard.press('Enter');
	await takeFocus(window);
}

/** The editor returns the focus to a view that it redraws while a page opens. In that case, clicks on the page as a user would. */
async function takeFocus(window: EditorWindow): Promise<void> {
	const soon = performance.now() + 2000;
	await until(async () => performance.now() > soon || (await hasFocus(window)));
	if (await hasFocus(window)) return;
	await ticketPage(window)
		.locator('body')
		.click({ position: { x: 5, y: 5 } });
	await until(() => hasFocus(window));
}

/** Another user, who uses the forge without the editor. */
export function forgeUser({ addresses, users }: Forge, name: string) {
	const token = users.find((one) => one.name === name)?.token;
	const ask = async (method: string, path: string, body?: object) => {
		const answer = await fetch(`${addresses.trackers}/api/user/~ana/trackers/${path}`, {
			method,
			headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		assert.ok(answer.ok, `${method} ${path} is a ${answer.status}`);
		return answer.json();
	};
	return {
		ticket: (number: number) => ask('GET', `editor/tickets/${number}`),
		update: (number: number, body: object) => ask('PUT', `editor/tickets/${number}`, body),
		create: (body: object) => ask('POST', 'editor/tickets', body),
	};
}

/** The texts of this editor's drafts on disk. */
export const draftsOnDisk = ({ host }: EditorWindow): string =>
	filesBelow(host.data)
		.filter((one) => basename(one.parentPath) === 'texts' && !one.name.endsWith('.new'))
		.map(({ parentPath, name }) => {
			try {
				return readFileSync(join(parentPath, name), 'utf8');
			} catch {
				// It was just sent or discarded.
				return '';
			}
		})
		.join('\n');

/**
 * The notification with a text, once it is shown. The test driver suppresses toasts, and the notification center closes itself when the
 * last notification disappears, such as one about progress.
 */
export async function waitForNotification(window: EditorWindow, text: string): Promise<Locator> {
	const center = window.page.locator('.notifications-center');
	const notification = center.locator('.notification-list-item').filter({ hasText: text });
	await tryAgain(
		async () => {
			if (!(await center.isVisible())) await window.command('Notifications: Show Notifications');
		},
		() => notification.waitFor({ timeout: 3000 }),
	);
	return notification;
}
