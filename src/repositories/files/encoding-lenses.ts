import { isUtf8 } from 'node:buffer';
import * as vscode from 'vscode';
import { isBinary } from '../model/binary.ts';

/** VS Code shows this in place of each byte that is not part of the file's encoding. */
const replacement = '\ufffd';

/**
 * Offers to reopen a file of a repository with another encoding, in a line above the first character that VS Code could not decode. A
 * message would interrupt the reader, and few readers look at the encoding in the status bar. VS Code's own command suggests the encoding that
 * it guesses from the content. Reasons: docs/decisions/repository-files.md.
 */
export const encodingLenses = (
	read: (uri: vscode.Uri) => Promise<Uint8Array | undefined>,
): vscode.CodeLensProvider => ({
	provideCodeLenses: async (document) => {
		const at = document.getText().indexOf(replacement);
		if (at === -1) return [];
		const bytes = await read(document.uri);
		// The file can have this character itself.
		if (!bytes || isUtf8(bytes) || isBinary(bytes)) return [];
		const position = document.positionAt(at);
		const title = `Bytes that cannot be read are shown as ${replacement}. Reopen with Encoding…`;
		const command = { title, command: 'workbench.action.editor.changeEncoding' };
		return [new vscode.CodeLens(new vscode.Range(position, position), command)];
	},
});
