import type { Locator } from 'playwright-core';
import { tryAgain } from '../tools/until.ts';
import { Dialogue, openBox } from './editor-driver.ts';
import { RepositoryRows } from './repositories-driver.ts';
import type { State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

export const viewOf = ({ window }: TrialWindow) => new RepositoryRows(() => window);

export const repository = (name: string) => new RegExp(`^~ana/${name}\\b`);

export const refresh = ({ window }: TrialWindow) => window.command('Tildeforge: Refresh');

/** Text in the Repositories view. */
export const shows = ({ window }: TrialWindow, words: string | RegExp): Locator =>
	window.view('Repositories').getByText(words).first();

export const tab = ({ window }: TrialWindow, name: string | RegExp): Locator =>
	window.page.getByRole('tab', { name });

/** Collapses all rows, and expands these. */
export async function expandOnly(trial: TrialWindow, ...names: readonly (string | RegExp)[]): Promise<void> {
	const { page } = trial.window;
	const view = trial.window.view('Repositories');
	await view.locator('.monaco-list').focus();
	await tryAgain(
		() => page.keyboard.press('ControlOrMeta+ArrowLeft'),
		() =>
			view
				.locator('[role=treeitem][aria-expanded=true]')
				.first()
				.waitFor({ state: 'detached', timeout: 2000 }),
	);
	await viewOf(trial).expand(...names);
}

export const openFile = async (trial: TrialWindow, row: string | RegExp, title: string | RegExp = row) => {
	await viewOf(trial).row(row).click();
	await tab(trial, title).waitFor();
};

interface BoxStep {
	readonly title: string;
	readonly text?: string;
	/** What the box shows then. */
	readonly result?: RegExp;
}

const isOpen = async ({ window }: TrialWindow, title: string): Promise<boolean> =>
	new Dialogue(window.page).box.locator('.quick-input-title').getByText(title, { exact: true }).isVisible();

async function enter(trial: TrialWindow, { title, text = '', result }: BoxStep): Promise<void> {
	const dialogue = new Dialogue(trial.window.page);
	await dialogue.asks(title);
	if (text !== '') await dialogue.field.fill(text);
	// A long history takes many requests.
	if (result) await dialogue.box.getByText(result).first().waitFor({ timeout: 60_000 });
}

/** Opens an input box from the menu of a row, unless it is still open, and types into it. */
export const openFromMenu =
	(row: string | RegExp, command: string, step: BoxStep) =>
	async (trial: TrialWindow): Promise<void> => {
		if (await isOpen(trial, step.title)) return;
		await viewOf(trial).chooseInMenu(row, command);
		await enter(trial, step);
	};

/** Opens an input box from the palette, unless it is still open, and types into it. */
export const openFromPalette =
	(command: string, step: BoxStep) =>
	async (trial: TrialWindow): Promise<void> => {
		if (await isOpen(trial, step.title)) return;
		await openBox(trial.window, `Tildeforge: ${command}`, step.title);
		await enter(trial, step);
	};

export const closeBox = ({ window }: TrialWindow) => new Dialogue(window.page).leave();

export const dialog = ({ window }: TrialWindow): Locator => window.page.locator('.monaco-dialog-box');

/** Opens the menu of a row. A change of the window's size closes it. */
export const openMenu =
	(row: string | RegExp) =>
	(trial: TrialWindow): Promise<unknown> =>
		tryAgain(
			() => viewOf(trial).row(row).first().click({ button: 'right' }),
			() => trial.window.page.getByRole('menuitem').first().waitFor({ timeout: 3000 }),
		);

export const closeMenu = ({ window }: TrialWindow) => window.page.keyboard.press('Escape');

export async function clearToasts({ window }: TrialWindow): Promise<void> {
	await window.command('Notifications: Clear All Notifications');
	await window.page.locator('.notification-toast').first().waitFor({ state: 'detached' });
}

/** Holds the answers to some requests until `release` is called. */
export class Held {
	#release: () => void = () => {};

	hold(trial: TrialWindow, isHeld: (what: string) => boolean): void {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#release = resolve;
		trial.repositories.holdOf = (what) => (isHeld(what) ? promise : undefined);
	}

	release(trial: TrialWindow): void {
		trial.repositories.holdOf = () => undefined;
		this.#release();
	}
}

export const box = ({ window }: TrialWindow) => new Dialogue(window.page);

/** A box that a command in the menu of a row opens. */
export const menuBox = (
	name: string,
	row: RegExp,
	command: string,
	step: BoxStep,
	more: Partial<State> = {},
): State => ({
	...{ name: `repository-${name}`, hasPage: false, leave: closeBox },
	enter: async () => {},
	pose: openFromMenu(row, command, step),
	...more,
});
