import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Lifetime } from '../base/lifetime.ts';
import { TextFiles } from '../platform/editor/files/text-files.ts';
import type { TicketsFeature } from './index.ts';

/** Registers the descriptions and comments that are edited like files. */
export function registerTicketFiles(feature: () => Promise<TicketsFeature>, lifetime: Lifetime): void {
	const { workspace } = vscode;
	const descriptions = new TextFiles(async () => (await feature()).descriptions());
	lifetime.add(workspace.registerFileSystemProvider('tildeforge-description', descriptions));
	const comments = new TextFiles(async () => (await feature()).commentFiles());
	lifetime.add(workspace.registerFileSystemProvider(commentScheme, comments));
	const didType = async (document: vscode.TextDocument) =>
		document.uri.scheme === commentScheme && (await (await feature()).commentTyping()).didChange(document);
	lifetime.add(workspace.onDidOpenTextDocument((document) => background(didType(document))));
	lifetime.add(workspace.onDidChangeTextDocument(({ document }) => background(didType(document))));
	// VS Code may have restored some before it started the extension.
	for (const document of workspace.textDocuments) background(didType(document));
	const provideCodeLenses = async ({ uri }: vscode.TextDocument) => [
		(await (await feature()).commentTyping()).sendButton(uri),
	];
	lifetime.add(vscode.languages.registerCodeLensProvider({ scheme: commentScheme }, { provideCodeLenses }));
}

const commentScheme = 'tildeforge-comment';
