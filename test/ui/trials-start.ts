import type { Locator } from 'playwright-core';
import { until } from '../tools/until.ts';
import { ticketPage } from './ticket-driver.ts';
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
