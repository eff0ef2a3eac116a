import * as vscode from 'vscode';
import { onDidChangeSettings } from '../platform/editor/setting-changes.ts';
import { readSavedQueries, type SavedQuery } from '../platform/model/saved-queries.ts';

/** The user's settings for patches. */
export class PatchSettings {
	readonly onDidChange = onDidChangeSettings('tildeforge.patchQueries');

	/** Shown below each mailing list. */
	get queries(): readonly SavedQuery[] {
		return readSavedQueries(vscode.workspace.getConfiguration().get<unknown>('tildeforge.patchQueries'));
	}
}
