import type * as vscode from 'vscode';
import { SearchBox, separator } from './search-box.ts';

interface PickOptions {
	readonly title: string;
	readonly placeHolder: string;
}

const choicesOf = <Item extends vscode.QuickPickItem>(items: readonly Item[]) =>
	items.map((item) => ({ ...item, enter: () => item }));

/** Asks like `showQuickPick`, where another box may follow. */
export const pick = <Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	{ title, placeHolder }: PickOptions,
): Promise<Item | undefined> =>
	new SearchBox<Item>({ title, placeholder: placeHolder, rows: choicesOf(items) }).ask();

/**
 * Asks like `pick`. The last row, for what is not among the items, stays visible whatever the user types. If the user chooses it, resolves
 * with what was typed.
 */
export function pickOrType<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	label: string,
	{ title, placeHolder }: PickOptions,
): Promise<Item | string | undefined> {
	const other = { label, alwaysShow: true, enter: () => box.text };
	const box = new SearchBox<Item | string>({
		title,
		placeholder: placeHolder,
		// What the user enters may be in another window.
		ignoresFocusOut: true,
		rows: [...choicesOf(items), separator(''), other],
	});
	return box.ask();
}
