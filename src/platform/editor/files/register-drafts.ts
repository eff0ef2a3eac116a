import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import { TextFiles, type TextSource } from './text-files.ts';

/** The text editors of a kind of drafts. */
interface Editors {
	didChange(document: vscode.TextDocument): Promise<void>;
	/** The buttons above a text. */
	lenses(uri: vscode.Uri): Promise<readonly vscode.CodeLens[]> | readonly vscode.CodeLens[];
}

interface DraftKind {
	readonly scheme: string;
	readonly files: () => Promise<TextSource>;
	readonly editors: () => Promise<Editors>;
}

/** Registers drafts that are edited like files. Their code is loaded when one is open. */
export function registerDrafts({ scheme, files, editors }: DraftKind, lifetime: Lifetime): void {
	const { workspace } = vscode;
	lifetime.add(workspace.registerFileSystemProvider(scheme, new TextFiles(files)));
	const didType = async (document: vscode.TextDocument) =>
		document.uri.scheme === scheme && (await editors()).didChange(document);
	lifetime.add(workspace.onDidOpenTextDocument((document) => background(didType(document))));
	lifetime.add(workspace.onDidChangeTextDocument(({ document }) => background(didType(document))));
	// VS Code may have restored some before it started the extension.
	for (const document of workspace.textDocuments) background(didType(document));
	const provideCodeLenses = async ({ uri }: vscode.TextDocument) => [
		...(await (await editors()).lenses(uri)),
	];
	lifetime.add(vscode.languages.registerCodeLensProvider({ scheme }, { provideCodeLenses }));
}
