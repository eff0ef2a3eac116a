import type { Locator } from 'playwright-core';
import { until } from '../tools/until.ts';
import type { ServiceProxy } from './service-proxy.ts';
import { commentBox, ticketPage } from './ticket-driver.ts';
import type { TrialWindow } from './trials-window.ts';

/** A state of the page in front. */
export interface State {
	readonly name: string;
	/** Brings the window into the state. */
	readonly enter: (trial: TrialWindow) => Promise<unknown>;
	/** Does again what a change of the window’s size or theme undoes. */
	readonly pose?: (trial: TrialWindow) => Promise<unknown>;
	readonly leave?: (trial: TrialWindow) => Promise<unknown>;
	/** A width of the page, for a state that is shown in this width only. */
	readonly pageWidth?: number;
}

export const state = (
	name: string,
	enter: State['enter'],
	more: Omit<State, 'name' | 'enter'> = {},
): State => ({ name, enter, ...more });

export const press = async ({ window }: TrialWindow, ...keys: readonly string[]): Promise<void> => {
	for (const key of keys) await window.page.keyboard.press(key);
};

export const on = ({ window }: TrialWindow, selector: string): Locator =>
	ticketPage(window).locator(selector);

export const button = ({ window }: TrialWindow, name: string | RegExp): Locator =>
	ticketPage(window)
		.getByRole('button', { name, exact: typeof name === 'string' })
		.first();

/** Waits until the page in front shows a text. */
export const says = ({ window }: TrialWindow, words: string | RegExp): Promise<void> =>
	ticketPage(window).getByText(words).filter({ visible: true }).first().waitFor();

/** Refuses requests with a method, or, without a reason, no longer refuses them. */
export const refuse = (proxy: ServiceProxy, method: string, reason?: string): void => {
	proxy.refusalOf = (what) => (what.startsWith(method) ? reason : undefined);
};

export async function write(trial: TrialWindow, text: string): Promise<void> {
	await commentBox(trial.window).fill(text);
	await says(trial, /^Draft saved/);
}

export async function discardDraft(trial: TrialWindow): Promise<void> {
	await ticketPage(trial.window).getByRole('button', { name: 'Discard', exact: true }).last().click();
	await until(async () => (await commentBox(trial.window).inputValue()) === '');
}

/** Scrolls the page to an element. Diffs and mails are loaded when they are in view, and then may move the rest. */
export const showOn =
	(selector: string, block: 'start' | 'center' = 'start') =>
	async (trial: TrialWindow): Promise<void> => {
		const one = on(trial, selector).first();
		await one.waitFor();
		for (let times = 0; times < 2; times++) {
			await one.evaluate((element, where) => element.scrollIntoView({ block: where }), block);
			await trial.window.page.waitForTimeout(400);
		}
	};

export async function closeEditors({ window }: TrialWindow): Promise<void> {
	await window.command('View: Close All Editors');
	await window.page.locator('.tab').first().waitFor({ state: 'detached' });
}
