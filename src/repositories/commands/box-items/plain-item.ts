import * as vscode from 'vscode';
import { escapeIcons } from '../../../platform/editor/escape.ts';

/**
 * An item of a box whose items VS Code does not filter, because it does not know the query language. If the box does not keep the order of its
 * items, the label is empty, because VS Code sorts by it.
 */
export function plainItem(keepsOrder: boolean, icon: string, text: string, about: string) {
	const [first, second] = [escapeIcons(text), escapeIcons(about)];
	const texts = keepsOrder
		? { label: first, description: second }
		: { label: '', description: first, detail: second };
	return { ...texts, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true };
}
