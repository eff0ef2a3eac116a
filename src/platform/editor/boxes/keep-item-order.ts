import type * as vscode from 'vscode';

/**
 * Makes a quick pick keep the order of its items. Otherwise, VS Code moves items with a match in their labels to the front. Returns
 * false if this VS Code cannot: the property is not in the API (docs/decisions/queries.md).
 */
export function keepItemOrder(input: vscode.QuickPick<vscode.QuickPickItem>): boolean {
	if (!('sortByLabel' in input)) return false;
	try {
		return Reflect.set(input, 'sortByLabel', false);
	} catch {
		return false;
	}
}
