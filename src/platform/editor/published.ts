import { relative, sep } from 'node:path';
import * as vscode from 'vscode';

/** What is used of the API of the editor's own git. */
interface Git {
	getRepository(uri: vscode.Uri): Repository | null;
}

interface Repository {
	readonly rootUri: vscode.Uri;
	readonly state: {
		readonly HEAD?: { readonly upstream?: { readonly remote: string; readonly name: string } };
		readonly remotes: readonly Remote[];
	};
	getCommit(ref: string): Promise<{ readonly hash: string }>;
	/** A file as it is in a commit. */
	show(ref: string, path: string): Promise<string>;
}

interface Remote {
	readonly name: string;
	readonly fetchUrl?: string;
}

/** A file of the workspace as it is in a repository elsewhere. */
export interface Published {
	/** The address that it is fetched from. */
	readonly remote: string;
	readonly commit: string;
	readonly path: string;
}

/**
 * Where others find the very text of a document: in the upstream branch, or in the main branch of a remote; of the remotes only
 * where `knows` says so. Undefined where it is another text there, as the numbers of its lines are others.
 */
export async function publishedAs(
	document: vscode.TextDocument,
	knows: (remote: string) => boolean,
): Promise<Published | undefined> {
	const { uri } = document;
	// Now: it may be another one by the time at which git has answered.
	const text = document.getText();
	const repository = uri.scheme === 'file' ? await repositoryOf(uri) : undefined;
	if (!repository) return undefined;
	const { rootUri, state } = repository;
	const upstream = state.HEAD?.upstream;
	const isUpstream = ({ name }: Remote) => name === upstream?.remote;
	const remotes = [...state.remotes.filter(isUpstream), ...state.remotes.filter((one) => !isUpstream(one))];
	for (const remote of remotes) {
		const { name, fetchUrl = '' } = remote;
		if (!knows(fetchUrl)) continue;
		const branch = isUpstream(remote) ? upstream?.name : 'HEAD';
		const commit = await commitWith(repository, `refs/remotes/${name}/${branch}`, { uri, text });
		const path = relative(rootUri.fsPath, uri.fsPath).split(sep).join('/');
		if (commit !== undefined) return { remote: fetchUrl, commit, path };
	}
	return undefined;
}

/** The commit that a ref names, if a document is there as it is here. */
async function commitWith(
	repository: Repository,
	ref: string,
	{ uri, text }: { readonly uri: vscode.Uri; readonly text: string },
): Promise<string | undefined> {
	try {
		const { hash } = await repository.getCommit(ref);
		const there = await repository.show(hash, uri.fsPath);
		return lines(there) === lines(text) ? hash : undefined;
	} catch {
		// There is no such branch, or no such file in it.
		return undefined;
	}
}

const lines = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

async function repositoryOf(uri: vscode.Uri): Promise<Repository | undefined> {
	const git = vscode.extensions.getExtension<{ getAPI(version: 1): Git }>('vscode.git');
	try {
		return (await git?.activate())?.getAPI(1).getRepository(uri) ?? undefined;
	} catch {
		// The editor's git is switched off.
		return undefined;
	}
}
