import * as vscode from 'vscode';
import { timeLimit } from '../../../base/clock.ts';
import { type Row, spokenText } from '../row.ts';
import { badgeUri } from './badges.ts';

/** The longest time that a hover waits for what has to be requested. */
const hoverTimeoutMs = 1000;

/** The item that VS Code draws for a row. `isOpen`: whether a row with rows below it is expanded. */
export function treeItemOf(row: Row, isOpen: boolean): vscode.TreeItem {
	const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
	const item = new vscode.TreeItem(row.label, row.children ? (isOpen ? Expanded : Collapsed) : None);
	item.id = row.id;
	if (row.description !== undefined) item.description = row.description;
	if (typeof row.tooltip === 'string') item.tooltip = row.tooltip;
	if (row.context !== undefined) item.contextValue = row.context;
	// Without this, screen readers read the tooltip instead of the row.
	item.accessibilityInformation = { label: spokenText(row) };
	if (row.icon !== undefined) {
		const color = row.color === undefined ? undefined : new vscode.ThemeColor(row.color);
		item.iconPath = new vscode.ThemeIcon(row.icon, color);
	}
	if (row.badge) item.resourceUri = badgeUri(row.id, row.badge);
	if (row.file) item.resourceUri = vscode.Uri.from(row.file);
	// VS Code tells this command how the row was opened: a click opens a preview, and Enter moves the focus.
	if (row.file && row.opensFile) {
		const args = [vscode.Uri.from(row.file)];
		item.command = { command: 'vscode.open', title: 'Open', arguments: args };
	}
	if (row.command) {
		const { id, title, arguments: args } = row.command;
		item.command = { command: id, title, ...(args && { arguments: [...args] }) };
	}
	return item;
}

/** Adds the Markdown tooltip of a row to its item. */
export function addHover(item: vscode.TreeItem, row: Row): vscode.TreeItem | Promise<vscode.TreeItem> {
	const { tooltip } = row.asOfNow?.() ?? row;
	if (typeof tooltip !== 'object') return item;
	const withHover = (more: string) => {
		// The Markdown is not trusted, so it cannot run commands.
		item.tooltip = new vscode.MarkdownString([tooltip.markdown(), more].filter(Boolean).join('\n\n'));
		// Needed for colors and text styles; the users' text is escaped (`model/markdown/hover.ts`).
		item.tooltip.supportHtml = true;
		return item;
	};
	return tooltip.more?.(timeLimit(hoverTimeoutMs)).then(withHover) ?? withHover('');
}
