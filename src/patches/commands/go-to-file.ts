import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { FileDiff } from '../../mail/unified-diff/file-diff.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import type { VersionFile } from '../model/side-texts/file-lines.ts';
import { findLocalLine, type VersionFileLine } from '../model/side-texts/local-line.ts';

interface GoToFile extends VersionFileLine {
	/** The folders of local clones in which the file is looked for before the folders of the workspace. */
	readonly roots: readonly string[];
	/** Whether to open a tab of its own, so that the file does not replace the preview, such as the diff editor that the user comes from. */
	readonly keepsPreview?: boolean;
}

/**
 * Opens the local file that a patch changes, at the line that corresponds to a line of the patch. If several folders have the file, it
 * is the one that fits the patch best. If none has it, offers to open another folder.
 */
export async function goToFile({ source, file, line, roots, keepsPreview = false }: GoToFile): Promise<void> {
	const folders = [
		...roots.map((root) => vscode.Uri.file(root)),
		...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
	];
	const found = await bestFile(await existingFiles(folders, file), { source, file }, line);
	if (!found) {
		// The message stays until the user closes it.
		background(offerFolder(file));
		return;
	}
	const { uri, line: at } = found;
	const selection = at === undefined ? undefined : new vscode.Range(at, 0, at, 0);
	const options = { ...(selection && { selection }), ...(keepsPreview && { preview: false }) };
	await vscode.commands.executeCommand('vscode.open', uri, options);
}

interface LocalFile {
	readonly uri: vscode.Uri;
	/** From 0. Undefined if the file is not text, or if no line was requested. */
	readonly line: number | undefined;
	readonly matches: number;
}

/** The files with the new name and, only if there is none, those with the old one: the patch may not be applied there. */
async function existingFiles(
	folders: readonly vscode.Uri[],
	{ old, new: current }: FileDiff,
): Promise<readonly vscode.Uri[]> {
	for (const path of [current, old]) {
		const names = path === undefined ? undefined : namesIn(path);
		if (!names) continue;
		const uris = new Map(
			folders.map((folder) => vscode.Uri.joinPath(folder, ...names)).map((uri) => [uri.toString(), uri]),
		);
		const existing = await Promise.all(
			[...uris.values()].map(async (uri) => ((await isFile(uri)) ? [uri] : [])),
		);
		if (existing.flat().length > 0) return existing.flat();
	}
	return [];
}

/** Undefined if the path of a mail could lead out of a folder. */
function namesIn(path: string): readonly string[] | undefined {
	const names = path.split('/');
	return names.some((name) => /^\.{0,2}$|[\\\0]/.test(name) || !name.isWellFormed()) ? undefined : names;
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
	try {
		return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
	} catch {
		return false;
	}
}

async function bestFile(
	uris: readonly vscode.Uri[],
	version: VersionFile,
	line: number | null,
): Promise<LocalFile | undefined> {
	const files = await Promise.all(uris.map((uri) => localFile(uri, version, line)));
	return files.reduce<LocalFile | undefined>(
		(best, one) => (best && best.matches >= one.matches ? best : one),
		undefined,
	);
}

async function localFile(uri: vscode.Uri, version: VersionFile, line: number | null): Promise<LocalFile> {
	try {
		const text = (await vscode.workspace.openTextDocument(uri)).getText();
		const firstLine = version.file.hunks[0]?.newStart ?? 1;
		const place = findLocalLine(text.split(/\r?\n/), version, line ?? firstLine);
		return { uri, matches: place.matches, line: line === null ? undefined : place.line };
	} catch {
		// The file is not text, or is too large.
		return { uri, matches: 0, line: undefined };
	}
}

async function offerFolder({ old, new: current }: FileDiff): Promise<void> {
	const path = current ?? old ?? 'the file';
	const message = `No open folder contains ${path}. To edit it, open a folder with a clone of its repository.`;
	const openFolder = 'Open Folder…';
	if ((await showInformation(message, openFolder)) === openFolder)
		await vscode.commands.executeCommand('vscode.openFolder');
}
