import type { Locator } from 'playwright-core';
import { chooseInMenu, expandRow, row, signInWithToken, tokenOf } from './editor-driver.ts';
import type { EditorWindow, SavedSignIn } from './window.ts';

/** The sign-in from the first window of this process. Later windows start with it. */
let anasSignIn: SavedSignIn | undefined;
export const savedSignIn = (): SavedSignIn | undefined => anasSignIn;

/** Shows the repositories of ~ana, who is signed in. */
export async function showRepositories(window: EditorWindow): Promise<void> {
	await window.page.setViewportSize({ width: 1400, height: 1400 });
	await window.openContainer(['Repositories']);
	if (!anasSignIn) await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await row(window, 'Repositories', /^~ana\/editor/).waitFor();
	anasSignIn ??= await window.savedSignIn();
}

/** The rows of the Repositories view. */
export class RepositoryRows {
	readonly #window: () => EditorWindow;

	constructor(window: () => EditorWindow) {
		this.#window = window;
	}

	row(name: string | RegExp): Locator {
		return row(this.#window(), 'Repositories', name);
	}

	async expand(...names: readonly (string | RegExp)[]): Promise<void> {
		for (const name of names) {
			// The hover of the row above may cover it.
			await this.#window().page.mouse.move(0, 0);
			await expandRow(this.row(name));
		}
	}

	chooseInMenu(name: string | RegExp, command: string): Promise<void> {
		return chooseInMenu(this.row(name), command);
	}
}
