import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Row } from '../../platform/view/row.ts';
import type { Tree } from '../../platform/view/tree/tree.ts';
import { addressOf } from '../files/repository-files.ts';
import { targetOf } from './repository-command-target.ts';

/**
 * Notes when the user goes to a file in an editor, or moves the cursor there: one of a repository, or of this machine. Commands without a row
 * then apply to that file, not to the row that was selected before.
 */
export function followEditors({ view, selectionSource }: Pick<Tree, 'view' | 'selectionSource'>): Disposable {
	const lifetime = new Lifetime();
	/** The row that the user has selected to open its editor. Kept until the editor is there, because they may select other rows meanwhile. */
	let opening: Row | undefined;
	const isShown = (row: Row) => {
		const active = vscode.window.activeTextEditor;
		return active !== undefined && opens(row, active.document.uri);
	};
	lifetime.add(
		view.onDidChangeSelection(({ selection: [row, ...others] }) => {
			if (row && others.length === 0 && opensEditor(row)) opening = isShown(row) ? undefined : row;
		}),
	);
	lifetime.add(
		vscode.window.onDidChangeActiveTextEditor((editor) => {
			if (!editor) return;
			const { uri } = editor.document;
			const isOpenedByRow = opening !== undefined && opens(opening, uri);
			opening = undefined;
			if (!isOpenedByRow && isFile(uri)) selectionSource.didChooseEditor();
		}),
	);
	lifetime.add(
		vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
			// Without a kind, VS Code has moved the cursor, such as after the text has changed.
			const isByUser = kind !== undefined && textEditor === vscode.window.activeTextEditor;
			if (isByUser && isFile(textEditor.document.uri)) selectionSource.didChooseEditor();
		}),
	);
	return lifetime;
}

const isFile = (uri: vscode.Uri): boolean => uri.scheme === 'file' || addressOf(uri) !== undefined;

const opensEditor = (row: Row): boolean => row.opensFile === true || targetOf([row])?.kind === 'commit';

/** Whether a click on the row opens an editor that shows this file. The editor of a commit shows its message and the files that it changed. */
function opens(row: Row, uri: vscode.Uri): boolean {
	if (row.file && row.opensFile) return vscode.Uri.from(row.file).toString() === uri.toString();
	const target = targetOf([row]);
	const revision = addressOf(uri)?.revision;
	return target?.kind === 'commit' && revision?.kind === 'commit' && revision.id === target.commit;
}
