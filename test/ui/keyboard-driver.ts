import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tryAgain, until } from '../tools/until.ts';
import { InputBox, row } from './editor-driver.ts';
import { RepositoryRows } from './repositories-driver.ts';
import type { EditorWindow } from './window.ts';

type Words = string | RegExp;

/** Uses Tildeforge with the keyboard only. */
export class KeyboardUser {
	readonly #window: () => EditorWindow;
	readonly view: RepositoryRows;
	readonly #viewName: string;

	constructor(window: () => EditorWindow, viewName = 'Repositories') {
		this.#window = window;
		this.#viewName = viewName;
		this.view = new RepositoryRows(window);
	}

	get inputBox(): InputBox {
		return new InputBox(this.#window().page);
	}

	/** The part of the workbench with the view's rows, while it has the focus. */
	get tree(): Locator {
		return this.#window().view(this.#viewName).locator('.monaco-list:focus');
	}

	get #focusedOption(): Locator {
		return this.inputBox.box.locator('.monaco-list-row.focused');
	}

	async press(...keys: readonly string[]): Promise<void> {
		for (const key of keys) await this.#window().page.keyboard.press(key);
	}

	async type(text: string): Promise<void> {
		await this.#window().page.keyboard.type(text);
	}

	/** Counts what the mouse does from now on. */
	async putMouseAway(): Promise<void> {
		await this.#window().page.evaluate(() => {
			Reflect.set(window, 'mouseUses', 0);
			const count = () => Reflect.set(window, 'mouseUses', Reflect.get(window, 'mouseUses') + 1);
			for (const kind of ['mousedown', 'wheel']) window.addEventListener(kind, count, { capture: true });
		});
	}

	async assertNoMouse(): Promise<void> {
		assert.equal(await this.#window().page.evaluate(() => Reflect.get(window, 'mouseUses')), 0);
	}

	/** Runs a command of the palette. */
	async run(title: string): Promise<void> {
		const { box } = this.inputBox;
		const words = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
		const option = box.getByRole('option', { name: new RegExp(`^${words}(,|$)`) });
		// A key that is pressed while the focus moves is lost.
		await tryAgain(
			async () => {
				await this.inputBox.leave();
				await this.press('F1');
			},
			async () => {
				// Not by a key: should VS Code return the focus to the view, that would select all of its rows.
				await box.locator('input:focus').selectText({ timeout: 1000 });
				// All at once, because the palette searches all commands after each letter.
				await this.#window().page.keyboard.insertText(`>${title}`);
				await option.waitFor({ timeout: 5000 });
				await this.#moveTo(option, this.#focusedOption);
			},
			10,
		);
		await this.press('Enter');
	}

	/** Answers the input box with this title. */
	async answer(title: string, text: string): Promise<void> {
		await this.inputBox.asks(title);
		await this.inputBox.box.locator('input:focus').waitFor();
		await this.press('ControlOrMeta+a');
		await this.type(text);
		await this.press('Enter');
	}

	/** Types into the picker that has the focus, moves to an option and chooses it. */
	async choose(typed: string, name: Words): Promise<void> {
		const { box } = this.inputBox;
		await box.locator('input:focus').waitFor();
		// All at once: Enter chooses none of the rows that a search box still shows for the beginning of a text.
		if (typed !== '') await this.#window().page.keyboard.insertText(typed);
		await this.inputBox.option(name).first().waitFor();
		await this.#focusedOption.waitFor();
		await this.#moveTo(this.inputBox.option(name).first(), this.#focusedOption);
		await this.press('Enter');
	}

	/** Focuses the view. */
	async showView(): Promise<void> {
		await this.run(`Tildeforge: Focus on ${this.#viewName} View`);
		await this.tree.waitFor();
	}

	focusedRow(name: Words): Locator {
		return this.tree.locator('.monaco-list-row.focused').and(this.#row(name));
	}

	/** Moves to a row of the view. */
	async moveTo(name: Words): Promise<void> {
		await this.#row(name).first().waitFor();
		await this.press('Home');
		await this.#moveTo(this.#row(name).first(), this.tree.locator('.monaco-list-row.focused'));
	}

	/** Expands rows, each below the one before. */
	async expand(...names: readonly Words[]): Promise<void> {
		for (const name of names) {
			await this.moveTo(name);
			const row = this.focusedRow(name);
			const isExpanded = async () => (await row.getAttribute('aria-expanded')) === 'true';
			// VS Code collapses a row that is redrawn while its children are read for the first time.
			await tryAgain(
				async () => (await isExpanded()) || this.press('ArrowRight'),
				() => until(isExpanded, { what: `${name} is expanded`, seconds: 5 }),
			);
		}
	}

	#row(name: Words): Locator {
		return row(this.#window(), this.#viewName, name);
	}

	/** Opens the menu of a row and chooses a command. */
	async chooseInMenu(name: Words, command: string): Promise<void> {
		const item = this.#window().page.getByRole('menuitem', { name: command, exact: true });
		// The key is lost while the row is drawn again.
		await tryAgain(
			async () => {
				await this.moveTo(name);
				await this.press('Shift+F10');
			},
			() => item.waitFor({ timeout: 5000 }),
			3,
		);
		const chosen = this.#window().page.locator('.action-item.focused').filter({ has: item });
		for (let left = 50; left > 0 && (await chosen.count()) === 0; left--) await this.press('ArrowDown');
		await chosen.waitFor();
		await this.press('Enter');
	}

	/** Moves in a list until one of its rows has the focus. */
	async #moveTo(target: Locator, focused: Locator): Promise<void> {
		const indexOf = async (one: Locator) => Number(await one.getAttribute('data-index', { timeout: 1000 }));
		// A key is lost while the list is drawn again.
		await tryAgain(
			async () => {
				const left = (await indexOf(target)) - (await indexOf(focused));
				const key = left > 0 ? 'ArrowDown' : 'ArrowUp';
				await this.press(...Array.from({ length: Math.abs(left) }, () => key));
			},
			() => focused.and(target).waitFor({ timeout: 1000 }),
			20,
		);
	}
}
