import * as vscode from 'vscode';

/**
 * Opens an address in the browser unchanged. Given a `Uri`, VS Code decodes and re-encodes it, which breaks an address nested in it. VS
 * Code leaves a string as it is, although its types do not allow one.
 */
export const openInBrowser = (address: string): Thenable<boolean> =>
	Reflect.apply(vscode.env.openExternal, vscode.env, [address]);
