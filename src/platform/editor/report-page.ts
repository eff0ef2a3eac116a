import * as vscode from 'vscode';
import { timeOfDay } from '../../base/clock.ts';

const scheme = 'tildeforge-report';

/** Shows a text in a read-only editor that need not be saved. */
export async function showReport(name: string, text: string): Promise<void> {
	const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: String(timeOfDay()) });
	const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
		provideTextDocumentContent: () => text,
	});
	try {
		const document = await vscode.workspace.openTextDocument(uri);
		await vscode.window.showTextDocument(document, { preview: true });
	} finally {
		provider.dispose();
	}
}
