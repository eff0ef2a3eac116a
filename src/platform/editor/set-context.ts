import * as vscode from 'vscode';

/** Sets a context key, for the conditions of the manifest. */
export const setContext = (key: string, value: unknown): Thenable<unknown> =>
	vscode.commands.executeCommand('setContext', key, value);
