import * as vscode from 'vscode';
import type { Event } from '../../base/emitter.ts';

/** An event that fires when one of these settings changes. */
export const onDidChangeSettings =
	(...names: readonly string[]): Event<void> =>
	(listener) =>
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (names.some((name) => change.affectsConfiguration(name))) listener();
		});
