import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { patchScheme } from '../model/side-texts/document-address.ts';
import { placeholderLines } from '../model/side-texts/side-text.ts';

/** Colors the lines that stand for unknown ones as comments in the editors of patches. VS Code colors all others as code of the file's language. */
export function colorPlaceholders(): Disposable {
	const legend = new vscode.SemanticTokensLegend(['comment']);
	const provideDocumentSemanticTokens = (document: vscode.TextDocument) => {
		const tokens = new vscode.SemanticTokensBuilder(legend);
		for (const { line, length } of placeholderLines(document.getText()))
			tokens.push(new vscode.Range(line, 0, line, length), 'comment');
		return tokens.build();
	};
	return vscode.languages.registerDocumentSemanticTokensProvider(
		{ scheme: patchScheme },
		{ provideDocumentSemanticTokens },
		legend,
	);
}
