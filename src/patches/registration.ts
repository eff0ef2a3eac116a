import * as vscode from 'vscode';
import type { Lifetime } from '../base/lifetime.ts';
import type { PatchesFeature } from './index.ts';

/** Registers the sides of diffs and the mails that are read like files. */
export function registerPatchFiles(feature: () => Promise<PatchesFeature>, lifetime: Lifetime): void {
	const { workspace } = vscode;
	lifetime.add(
		workspace.registerTextDocumentContentProvider('tildeforge-patch', {
			provideTextDocumentContent: async ({ query }) => (await feature()).diffContent(query),
		}),
	);
	lifetime.add(
		workspace.registerTextDocumentContentProvider('tildeforge-mail', {
			provideTextDocumentContent: async (uri) => (await (await feature()).originalMails()).content(uri),
		}),
	);
}
