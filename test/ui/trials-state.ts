import { tryAgain, until } from '../tools/until.ts';
import { row } from './editor-driver.ts';
import { commentBox, forgeUser, openTicket, ticketPage } from './ticket-driver.ts';
import type { TrackerProxy } from './tracker-proxy.ts';
import type { TrialWindow } from './trials-window.ts';

/** A state of the views and of the page that is open. */
export interface State {
	readonly name: string;
	/** Whether a page is open, which is then checked for accessibility. */
	readonly hasPage: boolean;
	/** Brings the window into the state. */
	readonly enter: (trial: TrialWindow) => Promise<unknown>;
	/** Does again what a change of the window’s size or theme undoes. */
	readonly pose?: (trial: TrialWindow) => Promise<unknown>;
	readonly leave?: (trial: TrialWindow) => Promise<unknown>;
	/** Moves the mouse, which is out of the way otherwise. */
	readonly hover?: (trial: TrialWindow) => Promise<unknown>;
	/** A width of the page, for a state that is shown in this width only. */
	readonly pageWidth?: number;
}

export const press = async ({ window }: TrialWindow, ...keys: readonly string[]) => {
	for (const key of keys) await window.page.keyboard.press(key);
};
export const ana = ({ window }: TrialWindow) => forgeUser(window.forge, '~ana');
export const bob = ({ window }: TrialWindow) => forgeUser(window.forge, '~bob');
export const waiting = ({ window }: TrialWindow, words: string | RegExp) =>
	row(window, 'Tickets', words).first();
export const open = ({ window }: TrialWindow, number: number, words: string) =>
	openTicket(window, number, words);
export const openRelease = (trial: TrialWindow) => open(trial, 57, 'Release 2.4.2?');
export const button = ({ window }: TrialWindow, name: string) =>
	ticketPage(window).getByRole('button', { name, exact: true });
export const refuse = ({ proxy }: TrialWindow, reason: string | undefined) => {
	proxy.refusalOf = (what) => (what.startsWith('PUT') ? reason : undefined);
};

export async function write(trial: TrialWindow, text: string): Promise<void> {
	await commentBox(trial.window).fill(text);
	await ticketPage(trial.window)
		.getByText(/^Draft saved/)
		.waitFor();
}

/** Refuses to show anything, or, without a reason, no longer refuses. */
export const refuseReads = (proxy: TrackerProxy, reason: string | undefined) => {
	proxy.refusalOf = (what) => (what.startsWith('GET') ? reason : undefined);
};

/** A notification that VS Code shows. */
export const toast = ({ window }: TrialWindow, words: string | RegExp) =>
	window.page.locator('.notification-toast').filter({ hasText: words });

/** Scrolls the page to an element. */
export const scrollTo = ({ window }: TrialWindow, selector: string) =>
	ticketPage(window)
		.locator(selector)
		.first()
		.evaluate((one) => one.scrollIntoView({ block: 'center' }));

export async function closeEditors({ window }: TrialWindow): Promise<void> {
	await window.command('View: Close All Editors');
	await window.page.locator('.tab').first().waitFor({ state: 'detached' });
}

export async function discardDraft(trial: TrialWindow): Promise<void> {
	await button(trial, 'Discard').last().click();
	await until(async () => (await commentBox(trial.window).inputValue()) === '');
}

/** Moves the focus to the first or the last row. */
export async function goToRow({ window }: TrialWindow, key: 'Home' | 'End'): Promise<void> {
	await window.view('Tickets').locator('.monaco-list').focus();
	await window.page.keyboard.press(key);
}

/** Expands a row at the end of the view. A click is lost if the row is redrawn between mouse down and mouse up, as while tickets arrive. */
export async function expandRow(trial: TrialWindow, words: RegExp): Promise<void> {
	const isExpanded = async () => (await waiting(trial, words).getAttribute('aria-expanded')) === 'true';
	await reveal(trial, words);
	await tryAgain(
		async () => {
			if (!(await isExpanded())) await waiting(trial, words).click();
		},
		() => until(isExpanded, { seconds: 3 }),
	);
}

/** Shows a row at the start or the end of the view. */
export async function reveal(
	trial: TrialWindow,
	words: string | RegExp,
	end: 'Home' | 'End' = 'End',
): Promise<void> {
	await tryAgain(
		() => goToRow(trial, end),
		() => waiting(trial, words).waitFor({ timeout: 3000 }),
	);
}
