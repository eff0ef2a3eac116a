import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { tryAgain } from '../tools/until.ts';
import { expandRow, row } from './editor-driver.ts';
import { ticketPage } from './ticket-driver.ts';
import { press, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

export const patches = ({ window }: TrialWindow, name: string | RegExp): Locator =>
	row(window, 'Patches', name).first();

/** Text in the Patches view. */
export const shown = ({ window }: TrialWindow, words: string | RegExp): Locator =>
	window.view('Patches').getByText(words).first();

export const refreshLists = ({ window }: TrialWindow) => window.command('Tildeforge: Refresh');

export const list = /^~ana\/editor-devel\b/;

/** Expands rows, each below the one before. */
export async function expand(trial: TrialWindow, ...names: readonly RegExp[]): Promise<void> {
	for (const name of names) await expandRow(patches(trial, name));
}

/** Collapses all rows, and expands these. */
export async function expandOnly(trial: TrialWindow, ...names: readonly RegExp[]): Promise<void> {
	const view = trial.window.view('Patches');
	await view.locator('.monaco-list').focus();
	await tryAgain(
		() => press(trial, 'ControlOrMeta+ArrowLeft'),
		() =>
			view
				.locator('[role=treeitem][aria-expanded=true]')
				.first()
				.waitFor({ state: 'detached', timeout: 2000 }),
	);
	await press(trial, 'Home');
	await expand(trial, ...names);
}

/** Opens the page of a series or thread by its row. */
export async function openSeries(
	trial: TrialWindow,
	group: RegExp,
	name: RegExp,
	words: string | RegExp,
): Promise<void> {
	await expandOnly(trial, list, group);
	const heading = ticketPage(trial.window).getByRole('heading', { level: 1, name: words });
	await tryAgain(
		() => patches(trial, name).click(),
		() => heading.waitFor({ timeout: 3000 }),
	);
}

export const on = ({ window }: TrialWindow, selector: string): Locator =>
	ticketPage(window).locator(selector);

/** Scrolls the page to an element that may be loaded when it comes into view. */
export async function showOn(trial: TrialWindow, selector: string, block: 'start' | 'center' = 'start') {
	const one = on(trial, selector).first();
	await one.waitFor();
	await one.evaluate((element, where) => element.scrollIntoView({ block: where }), block);
	// Diffs and mails are loaded when they are in view, and then may move the rest.
	await setTimeout(400);
	await one.evaluate((element, where) => element.scrollIntoView({ block: where }), block);
}

/** A page, and what of it is shown. */
export const page = (
	name: string,
	enter: (trial: TrialWindow) => Promise<unknown>,
	selector?: string,
	more: Partial<State> = {},
): State => ({
	name: `patchset-${name}`,
	hasPage: true,
	enter,
	...(selector !== undefined && { pose: (trial) => showOn(trial, selector) }),
	...more,
});

/** Opens the page of a proposed series. */
export const proposed = (trial: TrialWindow, name: string) =>
	openSeries(trial, /^Proposed/, new RegExp(`^${name}`), new RegExp(name));
export const wrap = (trial: TrialWindow) => proposed(trial, 'Wrap long lines');
export const order = (trial: TrialWindow) => proposed(trial, 'Keys in order');
export const button = (trial: TrialWindow, name: string | RegExp) =>
	ticketPage(trial.window).getByRole('button', { name }).first();

/** Compares the versions of the page in front, unless it does so already. */
export async function compare(trial: TrialWindow): Promise<void> {
	if ((await on(trial, '#compare').count()) === 0) await button(trial, 'Compare Versions').click();
	await on(trial, '.pairs').waitFor();
}

/** Waits for a diff. */
export async function isDrawn(trial: TrialWindow): Promise<void> {
	await on(trial, '.file .l').first().waitFor();
}

/** Waits until the page says that the forge has refused the status. */
export const isRefused = (trial: TrialWindow): Promise<void> =>
	ticketPage(trial.window)
		.getByText(/: not made\./)
		.first()
		.waitFor();

/** Discards the change that the forge has refused. Its page is in front. */
export async function discardRefused(trial: TrialWindow): Promise<void> {
	trial.lists.refusalOf = () => undefined;
	await button(trial, 'Discard').click();
	await ticketPage(trial.window)
		.getByText(/: not made\./)
		.first()
		.waitFor({ state: 'detached' });
}

/** Holds the answers to reading requests until the returned function is called. */
export function holdReads({ lists }: TrialWindow): () => void {
	const { promise, resolve } = Promise.withResolvers<void>();
	lists.holdOf = (what) => (what.startsWith('GET') ? promise : undefined);
	return () => {
		lists.holdOf = () => undefined;
		resolve();
	};
}
