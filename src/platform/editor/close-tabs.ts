import * as vscode from 'vscode';

const hasFile = ({ input }: vscode.Tab, address: string): boolean =>
	(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) &&
	input.uri.toString() === address;

/**
 * Closes the tabs of a file. If VS Code is still opening the file, it then ignores a failure to read it. `preserveFocus`: the focus stays
 * where it is, which is not in the tabs. Otherwise, it moves to the next tab.
 */
export async function closeTabs(
	file: vscode.Uri,
	{ preserveFocus = false }: { readonly preserveFocus?: boolean } = {},
): Promise<void> {
	const tabs = vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.filter((tab) => hasFile(tab, file.toString()));
	if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, preserveFocus);
}
