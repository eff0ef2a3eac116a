import * as vscode from 'vscode';

/** The part of the Git extension's API that is used here. */
export interface Git {
	getRepository(uri: vscode.Uri): GitRepository | null;
	/** Lists repositories in *Git: Clone*. */
	registerRemoteSourceProvider(provider: RemoteSourceProvider): vscode.Disposable;
}

export interface GitRepository {
	readonly rootUri: vscode.Uri;
	readonly state: {
		readonly HEAD?: { readonly upstream?: { readonly remote: string; readonly name: string } };
		readonly remotes: readonly GitRemote[];
	};
	getCommit(ref: string): Promise<{ readonly hash: string }>;
	/** The contents of a file in a commit. */
	show(ref: string, path: string): Promise<string>;
}

export interface GitRemote {
	readonly name: string;
	readonly fetchUrl?: string;
}

/** A repository that can be cloned. If it has several addresses, VS Code asks for one. */
export interface RemoteSource {
	readonly name: string;
	readonly description: string;
	readonly icon: string;
	readonly url: readonly string[];
}

interface RemoteSourceProvider {
	readonly name: string;
	readonly icon: string;
	getRemoteSources(): Promise<RemoteSource[]>;
}

/** The API of VS Code's Git extension; undefined if that is disabled. */
export async function gitApi(): Promise<Git | undefined> {
	const git = vscode.extensions.getExtension<{ getAPI(version: 1): Git }>('vscode.git');
	try {
		return (await git?.activate())?.getAPI(1);
	} catch {
		return undefined;
	}
}
