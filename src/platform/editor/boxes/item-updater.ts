import type * as vscode from 'vscode';

/**
 * Returns a function that updates the items of a quick pick, to be called whenever something may have changed. Equal items are not set
 * again: VS Code reports a chosen row by its position, so replacing items during a click loses the click or chooses another row. The
 * active item, which Enter chooses, stays active as long as there is an item with its id, unless the user is typing: `keepsActive`.
 */
export function itemUpdater<Item extends vscode.QuickPickItem>(
	input: vscode.QuickPick<Item>,
	idOf: (item: Item | undefined) => string | undefined,
): (items: readonly Item[], options?: { readonly keepsActive?: boolean }) => void {
	let shownJson = '';
	return (items, { keepsActive = true } = {}) => {
		const json = JSON.stringify(items);
		if (json === shownJson) return;
		shownJson = json;
		const active = keepsActive ? idOf(input.activeItems[0]) : undefined;
		input.items = items;
		const stillActive = items.filter((item) => active !== undefined && idOf(item) === active);
		if (stillActive.length > 0) input.activeItems = stillActive;
	};
}
