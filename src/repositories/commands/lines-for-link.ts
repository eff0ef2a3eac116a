import * as vscode from 'vscode';
import type { LineRange } from '../../platform/model/repository-pages.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';

/** The file that a command was called on in an editor, a tab or the Explorer. */
export function fileOf([given]: CommandArguments): vscode.Uri | undefined {
	return given instanceof vscode.Uri ? given : clickedLine(given)?.uri;
}

/**
 * The lines that a link to the file of a command names, by default the file in the editor: the clicked line number or, if it is in the
 * selection or none was clicked, the selection.
 */
export function linesForLink(args: CommandArguments): LineRange | undefined {
	const editor = vscode.window.activeTextEditor;
	const file = fileOf(args) ?? editor?.document.uri;
	const isShown = editor?.document.uri.toString() === file?.toString();
	const selected = isShown && editor ? linesOfSelection(editor.selection) : undefined;
	const line = clickedLine(args[0])?.line;
	if (line === undefined) return selected;
	const isSelected = selected && selected.from <= line && line <= selected.to;
	return isSelected ? selected : { from: line, to: line };
}

/** What VS Code passes to commands in the menu of the line numbers. */
function clickedLine(given: unknown): { readonly uri: vscode.Uri; readonly line: number } | undefined {
	if (typeof given !== 'object' || given === null) return undefined;
	const uri: unknown = Reflect.get(given, 'uri');
	const line: unknown = Reflect.get(given, 'lineNumber');
	return uri instanceof vscode.Uri && typeof line === 'number' ? { uri, line } : undefined;
}

/** The lines of a selection, from 1. Undefined for a caret on the first line, where it is unless the user has moved it. */
function linesOfSelection({ start, end, isEmpty }: vscode.Selection): LineRange | undefined {
	if (isEmpty && start.line === 0) return undefined;
	const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
	return { from: start.line + 1, to: last + 1 };
}
