import * as vscode from 'vscode';
import type { Lifetime } from '../base/lifetime.ts';
import { registerDrafts } from '../platform/editor/files/register-drafts.ts';
import { TextFiles } from '../platform/editor/files/text-files.ts';
import type { TicketsFeature } from './index.ts';

/** Registers the descriptions and comments that are edited like files. */
export function registerTicketFiles(feature: () => Promise<TicketsFeature>, lifetime: Lifetime): void {
	const descriptions = new TextFiles(async () => (await feature()).descriptions());
	lifetime.add(vscode.workspace.registerFileSystemProvider('tildeforge-description', descriptions));
	const comments = {
		scheme: 'tildeforge-comment',
		files: async () => (await feature()).commentFiles(),
		editors: async () => (await feature()).commentTyping(),
	};
	registerDrafts(comments, lifetime);
}
