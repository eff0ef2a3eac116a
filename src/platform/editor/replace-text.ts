import * as vscode from 'vscode';

/** Replaces the whole text of an editor. Returns false if the user has typed meanwhile. */
export async function replaceText(
	{ uri, lineCount }: Pick<vscode.TextDocument, 'uri' | 'lineCount'>,
	text: string,
): Promise<boolean> {
	const edit = new vscode.WorkspaceEdit();
	edit.replace(uri, new vscode.Range(0, 0, lineCount, 0), text);
	return vscode.workspace.applyEdit(edit);
}
