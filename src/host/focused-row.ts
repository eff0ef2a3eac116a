import * as vscode from 'vscode';

/**
 * The rows that a key is meant for: the selected ones if the row with the focus is among them, otherwise that one alone, as for
 * a menu. The editor tells extensions what is selected and not what has the focus; selecting that and taking it back tells.
 */
export async function rowsInFocus<Row>(view: vscode.TreeView<Row>): Promise<readonly Row[]> {
	const before = view.selection;
	await vscode.commands.executeCommand('list.toggleSelection');
	const after = view.selection;
	const focused = after.find((row) => !before.includes(row)) ?? before.find((row) => !after.includes(row));
	await vscode.commands.executeCommand('list.toggleSelection');
	if (focused === undefined) return before;
	return before.includes(focused) ? before : [focused];
}
