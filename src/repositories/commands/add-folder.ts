import * as vscode from 'vscode';

/** Adds a folder to the workspace or, where VS Code could lose it, opens it in another window. A second time, shows it. */
export async function addFolder(uri: vscode.Uri, name: string): Promise<void> {
	const folders = vscode.workspace.workspaceFolders ?? [];
	if (folders.some((folder) => folder.uri.toString() === uri.toString())) {
		await vscode.commands.executeCommand('revealInExplorer', uri);
	} else if (keepsAddedFolders(folders)) {
		vscode.workspace.updateWorkspaceFolders(folders.length, 0, { uri, name });
	} else {
		// A window without folders has nothing to keep.
		const where = folders.length > 0 ? { forceNewWindow: true } : { forceReuseWindow: true };
		await vscode.commands.executeCommand('vscode.openFolder', uri, where);
	}
}

/**
 * False in a browser that is connected to a server, unless the window already has a workspace file and folders. Otherwise, VS Code
 * creates a workspace file there and loads the page again. If the server also keeps the user's data, as that of code-server does,
 * this can fail in two ways, with any extension. In VS Code 1.139, it did in 7 of 40 tries:
 *
 * - The new page asks the server for the workspace file and for a cached copy of it, which does not exist yet. If both answers arrive
 *   together, it uses the folders of the copy: none (`createMultiFolderWorkspace`). It stays without folders until it is reloaded.
 * - To the old page, the first folder seems to change when it enters the workspace. If it is reloaded for that before it has left
 *   (`WorkspaceChangeExtHostRelauncher`), it shows the old folder again, and the new one is lost.
 */
function keepsAddedFolders(folders: readonly unknown[]): boolean {
	const { env, workspace, UIKind } = vscode;
	const isOnServer = env.uiKind === UIKind.Web && env.remoteName !== undefined;
	return !isOnServer || (workspace.workspaceFile !== undefined && folders.length > 0);
}
