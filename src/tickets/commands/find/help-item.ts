import type * as vscode from 'vscode';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import type { HelpRow } from './query-help.ts';

/** VS Code moves items with a match in their label to the front. Only values are in labels, because other rows must keep their places. */
export function helpItem(row: HelpRow): vscode.QuickPickItem {
	const shown = escapeIcons(row.label);
	if (row.kind === 'problem') return { label: '$(warning)', description: shown, alwaysShow: true };
	const note = escapeIcons(row.note);
	if (row.what === 'value') return { label: shown, description: note, alwaysShow: true };
	return { label: '$(symbol-key)', description: `${shown} · ${note}`, alwaysShow: true };
}
