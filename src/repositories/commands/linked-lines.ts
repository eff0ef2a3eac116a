import * as vscode from 'vscode';
import type { Lines } from '../../platform/model/repository-pages.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';

/** A file in an editor, and the lines of it that a link names. */
interface LinkedLines {
	readonly uri: vscode.Uri;
	readonly lines: Lines | undefined;
}

/** The lines that a link to a file names: the clicked line number or, if it is in the selection or none was clicked, the selection. */
export function linkedLines([given]: CommandArguments): LinkedLines | undefined {
	const editor = vscode.window.activeTextEditor;
	const clicked = clickedLine(given);
	const uri = clicked?.uri ?? (given instanceof vscode.Uri ? given : editor?.document.uri);
	if (!uri) return undefined;
	const isShown = editor?.document.uri.toString() === uri.toString();
	const selected = isShown && editor ? linesOfSelection(editor.selection) : undefined;
	if (!clicked) return { uri, lines: selected };
	const { line } = clicked;
	const isSelected = selected && selected.from <= line && line <= selected.to;
	return { uri, lines: isSelected ? selected : { from: line, to: line } };
}

/** What VS Code passes to commands in the menu of the line numbers. */
function clickedLine(given: unknown): { readonly uri: vscode.Uri; readonly line: number } | undefined {
	if (typeof given !== 'object' || given === null) return undefined;
	const uri: unknown = Reflect.get(given, 'uri');
	const line: unknown = Reflect.get(given, 'lineNumber');
	return uri instanceof vscode.Uri && typeof line === 'number' ? { uri, line } : undefined;
}

/** The lines of a selection, from 1. Undefined for a caret on the first line, where it is unless the user has moved it. */
function linesOfSelection({ start, end, isEmpty }: vscode.Selection): Lines | undefined {
	if (isEmpty && start.line === 0) return undefined;
	const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
	return { from: start.line + 1, to: last + 1 };
}
