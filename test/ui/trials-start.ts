import type { Locator } from 'playwright-core';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, clickRow, Dialogue, expandRow, row } from './editor-driver.ts';
import { ticketPage, ticketRow } from './ticket-driver.ts';
import type { EditorWindow } from './window.ts';

interface Start {
	/** From the click that starts the sample forge to the first row of a ticket. */
	readonly listMs: number;
	/** The rows of tickets of which nothing is cut off. */
	readonly visible: number;
	/** From the click on a row to its page. */
	readonly pageMs: number;
}

const ticketRows = (window: EditorWindow): Locator =>
	window.view('Tickets').locator('[role=treeitem][aria-label^="Ticket "]');

/** Shows the views as a new user sees them. */
export async function showViews({ page }: EditorWindow): Promise<void> {
	await page.getByRole('tab', { name: 'Tildeforge' }).click();
	await page.locator('.sidebar .welcome-view').first().waitFor();
}

async function visibleRows(window: EditorWindow): Promise<number> {
	const tree = await window.view('Tickets').locator('.monaco-list').boundingBox();
	const rows = await ticketRows(window).evaluateAll((all) =>
		all.map((one) => {
			const { top, bottom } = one.getBoundingClientRect();
			return { top, bottom };
		}),
	);
	if (!tree) return 0;
	return rows.filter(({ top, bottom }) => top >= tree.y && bottom <= tree.y + tree.height).length;
}

/** Starts the sample forge with one click, and opens its first ticket. */
export async function startSample(window: EditorWindow): Promise<Start> {
	const started = performance.now();
	await window.view('Tickets').getByRole('button', { name: 'Try a sample forge' }).click();
	await ticketRows(window).first().waitFor();
	const listMs = performance.now() - started;
	await window.page
		.locator('.sidebar .monaco-progress-container.active')
		.first()
		.waitFor({ state: 'hidden' });
	const visible = await visibleRows(window);
	const clicked = performance.now();
	await ticketRows(window).first().click();
	await until(() => ticketPage(window).locator('h1').isVisible());
	return { listMs, visible, pageMs: performance.now() - clicked };
}

/** What others do after the user of the sample forge has opened a ticket and a series. */
export async function showSampleAnswers(window: EditorWindow): Promise<void> {
	await window.openContainer(['Inbox', 'Patches']);
	await expandRow(row(window, 'Patches', /^~ana\/editor-devel/).first());
	await expandRow(row(window, 'Patches', /^Proposed/).first());
	await clickRow(row(window, 'Patches', /^Wrap long lines/).first());
	for (const words of [/Half of the last line/, /main: --read-only/])
		await row(window, 'Inbox', words).first().waitFor({ timeout: 60_000 });
}

/** Changes two tickets of the sample forge, one of which another user then changes, too. */
export async function meetSampleConflict(window: EditorWindow): Promise<void> {
	await window.openContainer(['Tickets']);
	await ticketRow(window, 49).click();
	await ticketRow(window, 48).click({ modifiers: ['ControlOrMeta'] });
	await chooseInMenu(ticketRow(window, 48), 'Resolve Ticket As…');
	await new Dialogue(window.page).choose(/^Fixed/);
	await row(window, 'Tickets', /^Conflict: /)
		.first()
		.waitFor({ timeout: 60_000 });
	await tryAgain(
		() => clickRow(ticketRow(window, 48)),
		() => ticketPage(window).getByRole('button', { name: 'Use Mine' }).waitFor({ timeout: 5000 }),
	);
	// VS Code centers the row that gets the focus, and its sticky row then covers half of the conflict.
	await window.view('Tickets').locator('.monaco-list').hover();
	await window.page.mouse.wheel(0, -1000);
}
