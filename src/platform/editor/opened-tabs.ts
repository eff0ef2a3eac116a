import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';

/** Calls `didOpen` when a tab opens, with the scheme of its file or the type of its page. */
export const onDidOpenTab = (didOpen: (kind: string) => void): Disposable =>
	vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
		for (const { input } of opened) {
			if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom)
				didOpen(input.uri.scheme);
			// VS Code adds its own prefix.
			else if (input instanceof vscode.TabInputWebview)
				didOpen(input.viewType.replace(/^mainThreadWebview-/, ''));
		}
	});
