import { relative, sep } from 'node:path';
import type * as vscode from 'vscode';
import { findPublishedLines } from '../model/published-lines.ts';
import type { LineRange } from '../model/repository-pages.ts';
import { type GitRemote, type GitRepository, gitApi } from './git-extension.ts';

/** A workspace file, or lines of it, as published in a remote repository. */
export interface Published {
	/** The fetch URL of the remote. */
	readonly remote: string;
	readonly commit: string;
	readonly path: string;
	readonly lines: LineRange | undefined;
}

/**
 * Finds where a file, or these lines of its text, are published: in the upstream branch, in the default branch of a remote, or in the commit where
 * the user's branch has left one of these. The rest of the file may differ, and its path, too. Only remotes that `isKnownRemote` accepts are
 * considered.
 */
export async function findPublished(
	uri: vscode.Uri,
	lines: (LineRange & { readonly text: string }) | undefined,
	isKnownRemote: (remote: string) => boolean,
): Promise<Published | undefined> {
	const repository = uri.scheme === 'file' ? (await gitApi())?.getRepository(uri) : undefined;
	if (!repository) return undefined;
	const { state } = repository;
	const upstream = state.HEAD?.upstream;
	const isUpstream = ({ name }: GitRemote) => name === upstream?.remote;
	const remotes = [...state.remotes.filter(isUpstream), ...state.remotes.filter((one) => !isUpstream(one))];
	for (const remote of remotes) {
		const { name, fetchUrl = '' } = remote;
		if (!isKnownRemote(fetchUrl)) continue;
		const ref = `refs/remotes/${name}/${isUpstream(remote) ? upstream?.name : 'HEAD'}`;
		for await (const commit of commitsOf(repository, ref)) {
			const found = await fileIn(repository, commit, uri);
			const foundLines = found && lines && findPublishedLines(lines.text, found.text, lines);
			if (found && (!lines || foundLines))
				return { remote: fetchUrl, commit, path: found.path, lines: foundLines };
		}
	}
	return undefined;
}

/** The newest commit of a branch of a remote, then the one that it shares with the user's branch. */
async function* commitsOf(repository: GitRepository, ref: string): AsyncGenerator<string> {
	const newest = await unlessRejected(repository.getCommit(ref));
	if (!newest) return;
	yield newest.hash;
	const shared = await unlessRejected(repository.getMergeBase(newest.hash, 'HEAD'));
	if (shared !== undefined && shared !== newest.hash) yield shared;
}

/** The file in a commit, which may have it at another path. */
async function fileIn(
	repository: GitRepository,
	commit: string,
	uri: vscode.Uri,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
	const pathOf = ({ fsPath }: vscode.Uri) => relative(repository.rootUri.fsPath, fsPath).split(sep).join('/');
	const text = await unlessRejected(repository.show(commit, uri.fsPath));
	if (text !== undefined) return { path: pathOf(uri), text };
	const changes = (await unlessRejected(repository.diffWith(commit))) ?? [];
	const renamed = changes.find(
		({ originalUri, renameUri }) =>
			renameUri?.fsPath === uri.fsPath && originalUri.fsPath !== renameUri.fsPath,
	);
	const before = renamed && (await unlessRejected(repository.show(commit, renamed.originalUri.fsPath)));
	return renamed && before !== undefined ? { path: pathOf(renamed.originalUri), text: before } : undefined;
}

/** Git rejects if a branch, a commit or a file does not exist. */
async function unlessRejected<T>(promise: Promise<T>): Promise<T | undefined> {
	try {
		return await promise;
	} catch {
		return undefined;
	}
}
