import { relative, sep } from 'node:path';
import type * as vscode from 'vscode';
import { type GitRemote, type GitRepository, gitApi } from './git-extension.ts';

/** A workspace file as published in a remote repository. */
export interface Published {
	/** The fetch URL of the remote. */
	readonly remote: string;
	readonly commit: string;
	readonly path: string;
}

/**
 * Finds where the exact text of a document is published: in the upstream branch, or in the default branch of a remote. Only remotes that
 * `isKnownRemote` accepts are considered. Undefined if the published text differs, as its line numbers would differ too.
 */
export async function findPublished(
	document: vscode.TextDocument,
	isKnownRemote: (remote: string) => boolean,
): Promise<Published | undefined> {
	const { uri } = document;
	// Read the text now: it may change before Git answers.
	const text = document.getText();
	const repository = uri.scheme === 'file' ? (await gitApi())?.getRepository(uri) : undefined;
	if (!repository) return undefined;
	const { rootUri, state } = repository;
	const upstream = state.HEAD?.upstream;
	const isUpstream = ({ name }: GitRemote) => name === upstream?.remote;
	const remotes = [...state.remotes.filter(isUpstream), ...state.remotes.filter((one) => !isUpstream(one))];
	for (const remote of remotes) {
		const { name, fetchUrl = '' } = remote;
		if (!isKnownRemote(fetchUrl)) continue;
		const branch = isUpstream(remote) ? upstream?.name : 'HEAD';
		const commit = await commitWith(repository, `refs/remotes/${name}/${branch}`, { uri, text });
		const path = relative(rootUri.fsPath, uri.fsPath).split(sep).join('/');
		if (commit !== undefined) return { remote: fetchUrl, commit, path };
	}
	return undefined;
}

/** The commit of a ref, if the document has the same text there. */
async function commitWith(
	repository: GitRepository,
	ref: string,
	{ uri, text }: { readonly uri: vscode.Uri; readonly text: string },
): Promise<string | undefined> {
	try {
		const { hash } = await repository.getCommit(ref);
		const published = await repository.show(hash, uri.fsPath);
		return normalizeLines(published) === normalizeLines(text) ? hash : undefined;
	} catch {
		// The branch, or the file in it, does not exist.
		return undefined;
	}
}

const normalizeLines = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
