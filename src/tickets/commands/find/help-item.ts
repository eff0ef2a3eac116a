import type * as vscode from 'vscode';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import type { HelpRow } from './query-help.ts';

/**
 * VS Code moves items with a match in their label to the front. Words that may match the query are in the description, so that the rows keep
 * their order. A value is in the label: values that match are what the user wants.
 */
export function helpItem(row: HelpRow): vscode.QuickPickItem {
	const shown = escapeIcons(row.label);
	if (row.kind === 'problem') return { label: '$(warning)', description: shown, alwaysShow: true };
	const note = escapeIcons(row.note);
	if (row.what === 'value') return { label: shown, description: note, alwaysShow: true };
	return { label: '$(symbol-key)', description: `${shown} · ${note}`, alwaysShow: true };
}
