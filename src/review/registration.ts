import * as vscode from 'vscode';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { ReviewFeature } from './index.ts';

/** Follows the mails that the user writes. They are unsaved documents, which VS Code restores. */
export function registerMailDocuments(
	feature: () => Promise<ReviewFeature>,
	{ context, lifetime }: ExtensionWindow,
): void {
	// Most windows have none.
	const stored = context.workspaceState.get<readonly unknown[]>('mailDocuments', []);
	if (stored.length === 0) return;
	const provideCodeLenses = async () => {
		// Once they are loaded, they have their own provider.
		await (await feature()).mailDocuments();
		return [];
	};
	lifetime.add(vscode.languages.registerCodeLensProvider({ scheme: 'untitled' }, { provideCodeLenses }));
}
