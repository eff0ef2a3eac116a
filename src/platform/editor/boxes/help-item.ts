import type * as vscode from 'vscode';
import type { HelpRow } from '../../model/query/query-help.ts';
import { escapeIcons } from '../escape.ts';
import type { BoxRow } from './search-box.ts';

/** VS Code moves items with a match in their label to the front. Only values are in labels, because other rows must keep their places. */
export function helpItem(row: HelpRow): vscode.QuickPickItem {
	const shown = escapeIcons(row.label);
	if (row.kind === 'problem') return { label: '$(warning)', description: shown, alwaysShow: true };
	const note = escapeIcons(row.note);
	if (row.what === 'value') return { label: shown, description: note, alwaysShow: true };
	return { label: '$(symbol-key)', description: `${shown} · ${note}`, alwaysShow: true };
}

/** The row of help in a box that searches. A completion replaces the text. */
export function helpRow(row: HelpRow, box: { text: string }): BoxRow<never> {
	if (row.kind === 'problem') return helpItem(row);
	const enter = () => {
		box.text = row.text;
		return undefined;
	};
	// Without an id, a row that would begin a filter gives way to the first row that is found when more arrive.
	return { ...helpItem(row), ...(row.what === 'value' && { id: row.text }), enter };
}
