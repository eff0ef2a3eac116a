import type { Locator } from 'playwright-core';
import { tryAgain } from '../tools/until.ts';
import { expandRow, row, signInWithToken } from './editor-driver.ts';
import { ticketPage } from './ticket-driver.ts';
import { button, on, press } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

export const patches = ({ window }: TrialWindow, name: RegExp): Locator =>
	row(window, 'Patches', name).first();

export const list = /^~ana\/editor-devel\b/;

/** Signs in with the Patches view in front. */
export async function signInTo(trial: TrialWindow, token: string): Promise<void> {
	await signInWithToken(trial.window, token);
	await patches(trial, list).waitFor();
}

/** Collapses all rows, and expands these, each below the one before. */
export async function expandOnly(trial: TrialWindow, ...names: readonly RegExp[]): Promise<void> {
	const view = trial.window.view('Patches');
	const expanded = view.locator('[role=treeitem][aria-expanded=true]').first();
	await view.locator('.monaco-list').focus();
	await tryAgain(
		() => press(trial, 'ControlOrMeta+ArrowLeft'),
		() => expanded.waitFor({ state: 'detached', timeout: 2000 }),
	);
	await press(trial, 'Home');
	for (const name of names) await expandRow(patches(trial, name));
}

/** Opens the page of a series or thread of a group by its row. */
export async function openSeries(trial: TrialWindow, group: RegExp, name: RegExp): Promise<void> {
	await expandOnly(trial, list, group);
	const heading = ticketPage(trial.window).getByRole('heading', {
		level: 1,
		name: RegExp(name.source.slice(1)),
	});
	await tryAgain(
		() => patches(trial, name).click(),
		() => heading.waitFor({ timeout: 3000 }),
	);
}

const proposed = (name: RegExp) => (trial: TrialWindow) => openSeries(trial, /^Proposed/, name);
export const wrap = proposed(/^Wrap long lines/);
export const order = proposed(/^Keys in order/);
export const undo = proposed(/^undo: forget/);
export const longNames = proposed(/^editor: a title/);

/** Waits for a diff. */
export const isDrawn = (trial: TrialWindow): Promise<void> => on(trial, '.file .l').first().waitFor();

/** Opens a proposed series, and waits for its first diff. */
export const drawn = (name: RegExp) => async (trial: TrialWindow) => {
	await proposed(name)(trial);
	await isDrawn(trial);
};

/** Shows another version of the series. */
export async function showVersion(trial: TrialWindow, name: RegExp): Promise<void> {
	await button(trial, name).click();
	await isDrawn(trial);
}
