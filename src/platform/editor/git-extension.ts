import * as vscode from 'vscode';
import type { Lifetime } from '../../base/lifetime.ts';

/** The part of the Git extension's API that is used here. */
export interface GitExtensionApi {
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
	getMergeBase(ref1: string, ref2: string): Promise<string | undefined>;
	fetch(remote: string, ref: string): Promise<void>;
	checkout(branch: string): Promise<void>;
	/** The files of the work tree that differ from a commit. */
	diffWith(ref: string): Promise<readonly GitFileChange[]>;
}

interface GitFileChange {
	readonly originalUri: vscode.Uri;
	/** The file as it is now, if it was renamed. */
	readonly renameUri: vscode.Uri | undefined;
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

/** What VS Code's Git extension exports. */
interface GitExtension {
	/** Whether the setting `git.enabled` is on, and there is a git. Otherwise, there is no API. */
	readonly enabled: boolean;
	readonly onDidChangeEnablement: vscode.Event<boolean>;
	getAPI(version: 1): GitExtensionApi;
}

/** Undefined if the user has disabled the extension, or if it cannot start. */
async function gitExtension(): Promise<GitExtension | undefined> {
	try {
		return await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
	} catch {
		return undefined;
	}
}

/** The API of VS Code's Git extension; undefined if that is disabled. */
export async function gitApi(): Promise<GitExtensionApi | undefined> {
	try {
		return (await gitExtension())?.getAPI(1);
	} catch {
		return undefined;
	}
}

/** Calls `use` once: now or, if Git is disabled, when the user enables it. */
export async function whenGitIsEnabled(
	lifetime: Lifetime,
	use: (git: GitExtensionApi) => void,
): Promise<void> {
	const extension = await gitExtension();
	if (!extension || lifetime.ended) return;
	if (extension.enabled) {
		use(extension.getAPI(1));
		return;
	}
	const waiting = lifetime.child();
	waiting.add(
		extension.onDidChangeEnablement((isEnabled) => {
			if (!isEnabled || waiting.ended) return;
			waiting.dispose();
			use(extension.getAPI(1));
		}),
	);
}
