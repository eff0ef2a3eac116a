import * as vscode from 'vscode';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { PatchesFeature } from './index.ts';

/** Registers the sides of diffs, and the mails that are read or written like files. */
export function registerPatchFiles(
	feature: () => Promise<PatchesFeature>,
	{ context, lifetime }: ExtensionWindow,
): void {
	const { workspace, languages } = vscode;
	lifetime.add(
		workspace.registerTextDocumentContentProvider('tildeforge-patch', {
			provideTextDocumentContent: async ({ query }) =>
				(await (await feature()).diffDocuments()).content(query),
		}),
	);
	lifetime.add(
		workspace.registerTextDocumentContentProvider('tildeforge-mail', {
			provideTextDocumentContent: async (uri) => (await (await feature()).originalMails()).content(uri),
		}),
	);
	// Mails that the user writes are unsaved documents, which VS Code restores. Most windows have none.
	const stored = context.workspaceState.get<readonly unknown[]>('mailDocuments', []);
	if (stored.length === 0) return;
	const provideCodeLenses = async () => {
		// Once they are loaded, they have their own provider.
		await (await feature()).reviews.documents();
		return [];
	};
	lifetime.add(languages.registerCodeLensProvider({ scheme: 'untitled' }, { provideCodeLenses }));
}
