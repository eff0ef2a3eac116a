import type { Locator } from 'playwright-core';
import { chooseInMenu, expandRow, row } from './editor-driver.ts';
import { showSignedIn } from './saved-sign-ins.ts';
import type { EditorWindow } from './window.ts';

/** Shows the repositories of ~ana, who is signed in. */
export async function showRepositories(window: EditorWindow): Promise<void> {
	await window.page.setViewportSize({ width: 1400, height: 1400 });
	await window.openContainer(['Repositories']);
	await showSignedIn(window, row(window, 'Repositories', /^~ana\/editor/));
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
