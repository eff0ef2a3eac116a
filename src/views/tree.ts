import type * as vscode from 'vscode';

export const viewIds = [
	'tildeforge.inbox',
	'tildeforge.tickets',
	'tildeforge.patches',
	'tildeforge.repositories',
] as const;

/** A tree with no rows: the editor shows the view's welcome text in its place. */
export const noRows: vscode.TreeDataProvider<never> = {
	getChildren: () => [],
	getTreeItem: (row) => row,
};
