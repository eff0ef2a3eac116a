import * as vscode from 'vscode';

/** Whether the user has preview tabs enabled. */
export const arePreviewsEnabled = (): boolean =>
	vscode.workspace.getConfiguration('workbench.editor').get('enablePreview') !== false;

/** Whether the user has pinned the tab of a page. */
export const isTabPinned = ({ title, viewType }: vscode.WebviewPanel): boolean =>
	vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.some(
			({ isPinned, label, input }) =>
				isPinned &&
				label === title &&
				input instanceof vscode.TabInputWebview &&
				input.viewType.endsWith(viewType),
		);
