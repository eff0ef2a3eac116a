import type { MailSubject, Patch } from '../../../mail/patch/patch.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import type { DiffDocument, PatchFileKey, PatchKey } from './document-address.ts';
import type { VersionFile } from './file-lines.ts';
import { messageName, messageText } from './message-text.ts';
import { haveSameBase, isSameDiff } from './version-texts.ts';

/** A patch, and where to find it again. */
export interface KeyedPatch {
	readonly key: PatchKey;
	readonly patch: Patch;
}

/** Patches of a version that VS Code's diff editor shows, or one of their files. */
export interface DiffToOpen {
	/** The title of the series. A single patch uses its own. */
	readonly title: string;
	/** In their order. */
	readonly patches: readonly KeyedPatch[];
	/** The index of the only file to open, of the only patch. */
	readonly file?: number;
}

/** What patches change in a file together. */
interface KeyedNetFile {
	readonly changes: readonly PatchFileKey[];
	readonly file: FileDiff;
	/** Where VS Code shows the file to be; empty unless its changes cannot be combined. */
	readonly folder: string;
}

/** What a series changes as a whole, which VS Code's diff editor shows. */
export interface NetDiffToOpen {
	/** `v3 undo: join typing (all changes)` or, of a single file, `undo.c (all changes of v3 undo: join typing)`. */
	readonly title: string;
	readonly patches: readonly KeyedPatch[];
	readonly files: readonly KeyedNetFile[];
}

/** Two versions that VS Code's diff editor compares. */
export interface VersionsToOpen {
	/** `v2 ↔ v3 undo: join typing`. */
	readonly title: string;
	/** The patches of the two versions that belong together. Only one version may have a patch. */
	readonly pairs: readonly { readonly old: KeyedPatch | undefined; readonly new: KeyedPatch | undefined }[];
}

export interface NamedDocument {
	/** VS Code shows it above the document, and chooses the language by it. */
	readonly path: string;
	readonly document: DiffDocument;
}

/** Two documents that a diff editor compares. Undefined: the file does not exist on that side. */
export interface DiffRow {
	readonly old: NamedDocument | undefined;
	readonly new: NamedDocument | undefined;
}

/** The message of a patch and its files, or one of its files. `folder` is where VS Code shows them to be. */
export function rowsOfPatch({ key, patch }: KeyedPatch, folder: string, only?: number): readonly DiffRow[] {
	const files = patch.files.flatMap((file, index) =>
		only === undefined || only === index ? [rowOfFile({ ...key, file: index }, file, folder)] : [],
	);
	if (only !== undefined) return files;
	return [{ old: undefined, new: messageOf(key, folder) }, ...files];
}

const rowOfFile = (file: PatchFileKey, diff: FileDiff, folder: string): DiffRow =>
	rowOfDocuments((side) => ({ kind: 'file', file, side }), diff, folder);

export function rowOfNetFile({ changes, file, folder }: KeyedNetFile): DiffRow {
	const [only] = changes;
	return only && changes.length === 1
		? rowOfFile(only, file, folder)
		: rowOfDocuments((side) => ({ kind: 'net', changes, side }), file, folder);
}

function rowOfDocuments(
	documentOf: (side: 'old' | 'new') => DiffDocument,
	{ status, isCombined, ...names }: FileDiff,
	folder: string,
): DiffRow {
	const suffix = isCombined ? '.diff' : '';
	const side = (side: 'old' | 'new', name: string | undefined): NamedDocument => ({
		path: pathIn(folder, `${name ?? names.new ?? names.old ?? ''}${suffix}`),
		document: documentOf(side),
	});
	return {
		old: status === 'A' || isCombined ? undefined : side('old', names.old),
		new: status === 'D' ? undefined : side('new', names.new),
	};
}

const messageOf = (patch: PatchKey, folder: string): NamedDocument => ({
	path: pathIn(folder, messageName),
	document: { kind: 'message', patch },
});

/** The folder in which a series shows the files of a patch. */
export const patchFolder = ({ number, of }: MailSubject, index: number, count: number): string =>
	`Patch ${number ?? index + 1} of ${of ?? count}`;

/** What differs in a patch between two versions. A patch that only one version has differs from none. */
export function rowsOfVersions(
	old: KeyedPatch | undefined,
	current: KeyedPatch | undefined,
	folder: string,
): readonly DiffRow[] {
	const isSameMessage = old && current && messageText(old.patch) === messageText(current.patch);
	const message = {
		old: old && messageOf(old.key, folder),
		new: current && messageOf(current.key, folder),
	};
	const files = pairsOfFiles(old?.patch.files ?? [], current?.patch.files ?? []).flatMap((pair) => {
		const one = fileOf(old, pair.old);
		const other = fileOf(current, pair.new);
		return one && other && isSameDiff(one, other) ? [] : [rowOfVersions(one, other, folder)];
	});
	return [...(isSameMessage ? [] : [message]), ...files];
}

interface KeyedFile extends VersionFile {
	readonly key: PatchFileKey;
}

function fileOf(keyed: KeyedPatch | undefined, index: number | undefined): KeyedFile | undefined {
	const file = index === undefined ? undefined : keyed?.patch.files[index];
	if (!keyed || !file || index === undefined) return undefined;
	return { source: keyed.patch.source, file, key: { ...keyed.key, file: index } };
}

function rowOfVersions(old: KeyedFile | undefined, current: KeyedFile | undefined, folder: string): DiffRow {
	const comparesDiffs = old && current && !haveSameBase(old, current);
	const file = current?.file ?? old?.file;
	const path = pathIn(folder, `${file?.new ?? file?.old ?? ''}${comparesDiffs ? '.diff' : ''}`);
	const side = (side: 'old' | 'new'): NamedDocument => ({
		path,
		document: { kind: 'version', old: old?.key, new: current?.key, side },
	});
	return {
		old: comparesDiffs || existsAfter(old?.file, current?.file) ? side('old') : undefined,
		new: comparesDiffs || existsAfter(current?.file, old?.file) ? side('new') : undefined,
	};
}

/** Whether the file exists after the patch of a version or, if that does not change it, before the patch of the other version. */
const existsAfter = (file: FileDiff | undefined, other: FileDiff | undefined): boolean =>
	file ? file.status !== 'D' : other !== undefined && other.status !== 'A';

/** The files of two versions by their names. A file that was renamed in one version has the old name in common. */
function pairsOfFiles(
	old: readonly FileDiff[],
	current: readonly FileDiff[],
): readonly { readonly old: number | undefined; readonly new: number | undefined }[] {
	const unpaired = new Set(old.keys());
	const take = (name: 'old' | 'new', value: string | undefined): number | undefined => {
		const found = [...unpaired].find((index) => value !== undefined && old[index]?.[name] === value);
		if (found !== undefined) unpaired.delete(found);
		return found;
	};
	const byNewName = current.map((file) => take('new', file.new ?? undefined));
	const pairs = current.map((file, index) => ({
		old: byNewName[index] ?? take('old', file.old),
		new: index,
	}));
	return [...pairs, ...[...unpaired].map((index) => ({ old: index, new: undefined }))];
}

/**
 * A path that VS Code accepts: names joined by slashes. A path from a mail may have empty names, those of parent folders, or characters
 * that an address cannot contain.
 */
function pathIn(folder: string, path: string): string {
	const names = [folder, ...path.split('/')].filter((name) => name !== '' && name !== '.' && name !== '..');
	return `/${names.join('/').toWellFormed() || 'file'}`;
}

/** `v3 1/3 undo: join typing`. */
export function patchTitle({ version, number, of, title }: MailSubject): string {
	const position = number === undefined || of === undefined ? '' : `${number}/${of} `;
	return `v${version} ${position}${title}`;
}
