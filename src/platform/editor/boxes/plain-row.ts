import * as vscode from 'vscode';
import { escapeIcons } from '../escape.ts';

/**
 * A row that VS Code does not filter, because it does not know the query language. If the box does not keep the order of its rows, the label
 * is empty, because VS Code sorts by it.
 */
export function plainRow(keepsOrder: boolean, icon: string, text: string, about = '') {
	const [first, second] = [escapeIcons(text), escapeIcons(about)];
	const texts = keepsOrder
		? { label: first, description: second }
		: { label: '', description: first, detail: second };
	return { ...texts, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true };
}
