import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import type { Forge } from '../../src/sandbox/forge.ts';
import { filesBelow } from '../tools/files-below.ts';
import { tryAgain, until } from '../tools/until.ts';
import { row, tryToClickRow } from './editor-driver.ts';
import { type ProxiedWindowOptions, proxiedWindow } from './proxied-window.ts';
import { showSignedIn } from './saved-sign-ins.ts';
import type { EditorWindow } from './window.ts';

const tall = { width: 1400, height: 1600 };

/** Gives each test a window with the Tickets view, whose changes are sent at once. */
export function ticketWindow({ more, ...options }: ProxiedWindowOptions = {}) {
	const all = { size: tall, ...options, more: { 'tildeforge.undoSeconds': 0, ...more } };
	return proxiedWindow('trackers', all, showTickets);
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
export function forgeUser({ addresses, users }: Pick<Forge, 'addresses' | 'users'>, name: string) {
	const token = users.find((one) => one.name === name)?.token;
	const ask = async (
		service: 'lists' | 'repositories' | 'trackers',
		method: string,
		path: string,
		body?: object,
	) => {
		const answer = await fetch(`${addresses[service]}/api/${path}`, {
			method,
			headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		assert.ok(answer.ok, `${method} ${path} is a ${answer.status}`);
		return answer.json();
	};
	const askTracker = (method: string, path: string, body?: object) =>
		ask('trackers', method, `user/~ana/trackers/${path}`, body);
	return {
		ask,
		/** One of the trackers of ~ana. */
		tracker: (tracker: string) => askTracker('GET', tracker),
		describe: (tracker: string, description: string) => askTracker('PUT', tracker, { description }),
		ticket: (number: number) => askTracker('GET', `editor/tickets/${number}`),
		update: (number: number, body: object) => askTracker('PUT', `editor/tickets/${number}`, body),
		create: (body: object) => askTracker('POST', 'editor/tickets', body),
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
