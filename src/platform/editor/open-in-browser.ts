import * as vscode from 'vscode';

/**
 * Opens an address in the browser as it is written. Given a `Uri`, the editor decodes it and writes it anew, and an address
 * within it falls apart; given a text, which its types do not know, it leaves it as it is.
 */
export const openPage = (address: string): Thenable<boolean> =>
	Reflect.apply(vscode.env.openExternal, vscode.env, [address]);
