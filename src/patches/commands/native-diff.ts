import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import {
	type DiffRow,
	type DiffToOpen,
	type NamedDocument,
	type NetDiffToOpen,
	patchFolder,
	patchTitle,
	rowOfNetFile,
	rowsOfPatch,
	rowsOfVersions,
	type VersionsToOpen,
} from '../model/side-texts/diff-rows.ts';
import { formatDocument, patchScheme } from '../model/side-texts/document-address.ts';
import type { DiffDocuments } from '../state/documents/diff-documents.ts';

/** More files than a user reads in one editor. */
const maxRows = 1000;

/**
 * Opens a series, a patch or a file in VS Code's diff editor. A series is shown patch by patch, as it is read and applied: each begins with its
 * message.
 */
export async function openInDiffEditor(
	documents: DiffDocuments,
	{ title, patches, file }: DiffToOpen,
): Promise<void> {
	const [first] = patches;
	if (!first) throw new ForgeError('missing', 'There is no patch to show.');
	const isSingle = patches.length === 1;
	for (const { key, patch } of patches) documents.remember(key, patch);
	const rows = patches.flatMap((keyed, index) =>
		rowsOfPatch(keyed, isSingle ? '' : patchFolder(keyed.patch.subject, index, patches.length), file),
	);
	const { subject, files } = first.patch;
	const only = file === undefined ? undefined : files[file];
	const name = (only?.new ?? only?.old)?.split('/').at(-1);
	const patchName = isSingle ? patchTitle(subject) : `v${subject.version} ${title}`;
	await openRows(
		name === undefined ? patchName : `${name} (${patchName})`,
		rows,
		isSingle ? 'file' : 'patch',
	);
}

/** Opens what a series changes as a whole, or in a file, in VS Code's diff editor. */
export async function openNetDiffInEditor(
	documents: DiffDocuments,
	{ title, patches, files }: NetDiffToOpen,
): Promise<void> {
	for (const { key, patch } of patches) documents.remember(key, patch);
	// VS Code would show an empty editor.
	if (files.length === 0) await showInformation(`${title}: the patches change no files.`);
	else await openRows(title, files.map(rowOfNetFile), 'file');
}

/** Opens what differs between two versions of a series, or of some of its patches, in VS Code's diff editor. */
export async function openVersionsInDiffEditor(
	documents: DiffDocuments,
	{ title, pairs }: VersionsToOpen,
): Promise<void> {
	for (const { old, new: current } of pairs)
		for (const one of [old, current]) if (one) documents.remember(one.key, one.patch);
	const rows = pairs.flatMap(({ old, new: current }, index) => {
		const { subject } = (current ?? old)?.patch ?? {};
		const folder = subject && pairs.length > 1 ? patchFolder(subject, index, pairs.length) : '';
		return rowsOfVersions(old, current, folder);
	});
	if (rows.length === 0) await showInformation(`${title}: no files differ.`);
	else await openRows(title, rows, 'patch');
}

/** `part`: what the user can open instead of everything. Does not wait until the user closes the message. */
async function openRows(title: string, rows: readonly DiffRow[], part: 'patch' | 'file'): Promise<void> {
	const shown = rows.slice(0, maxRows).map(({ old, new: current }) => {
		const before = old && uriOf(old);
		const after = current && uriOf(current);
		return [after ?? before, before, after];
	});
	await vscode.commands.executeCommand('vscode.changes', title, shown);
	if (rows.length > maxRows)
		background(
			showInformation(
				`Only the first ${formatNumber(maxRows)} of ${formatNumber(rows.length)} files are shown. To see the others, open each ${part} separately.`,
			),
		);
}

const uriOf = ({ path, document }: NamedDocument): vscode.Uri =>
	vscode.Uri.from({ scheme: patchScheme, path, query: formatDocument(document) });
