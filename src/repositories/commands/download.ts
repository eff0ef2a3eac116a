import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { forEachConcurrently } from '../../base/for-each-concurrently.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { count, fileSize, formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { askInDialog, confirm, showInStatusBar, showProgress } from '../../platform/editor/messages.ts';
import type { Blob, Objects, Tree } from '../../platform/git/objects.ts';
import { findEntry } from '../model/find-entry.ts';
import { isHiddenName } from '../model/hidden-names.ts';
import { baseName, joinPath } from '../model/paths.ts';
import { type FolderContents, listFolder } from '../state/entries/folder-contents.ts';
import type { PathAtRevision } from './open-files.ts';
import { type OpenRepository, readRoot } from './open-repository.ts';

/** Larger files are not read into memory. */
const maxBytes = 512 * 1024 * 1024;
/** Larger files are loaded with a notification, in which the user can cancel. */
const maxQuietBytes = 1024 * 1024;
/** How many files are loaded at a time. */
const parallel = 8;

/** What to download. */
interface Source {
	/** The name to suggest, which is that of a link if the user has chosen one. */
	readonly name: string;
	readonly commit: string;
	/** Where the file or folder is in the commit. */
	readonly path: string;
}

/** Copies files and folders of repositories to places that the user chooses. */
export class Downloads {
	/** The folder of the last download. */
	#lastFolder: vscode.Uri | undefined;

	async download(open: OpenRepository, { revision, path }: PathAtRevision): Promise<void> {
		const { objects } = open.cache;
		const { commit, root } = await readRoot(open.cache, revision);
		const found = await findEntry(objects, root, path, { commit });
		const name = baseName(path) || open.key.repository;
		if (found.kind === 'root') return this.#copyFolder(open, { name, commit, path: '' }, root);
		if (found.kind !== 'entry') {
			const reason =
				found.kind === 'missing' ? 'does not exist or leads nowhere' : `leads to ${found.target}`;
			throw new ForgeError('missing', `${path} cannot be downloaded: it ${reason}.`);
		}
		const { entry, path: real } = found;
		const source = { name, commit, path: real };
		if (entry.kind === 'submodule')
			throw new ForgeError('refused', `${path} is a submodule. Its files are in another repository.`);
		if (entry.kind !== 'directory') return this.#copyFile(open, source, entry.id);
		const tree = await objects.tree(entry.id);
		if (!tree) throw new ForgeError('missing', `The folder ${path} could not be found.`);
		await this.#copyFolder(open, source, tree);
	}

	async #copyFile({ cache }: OpenRepository, { name, commit, path }: Source, id: string): Promise<void> {
		// VS Code asks before it replaces a file.
		const target = await vscode.window.showSaveDialog({
			title: `Download ${visible(name)}`,
			saveLabel: 'Download',
			defaultUri: vscode.Uri.joinPath(await this.#suggestedFolder(), nameOnDisk(name)),
		});
		if (!target) return;
		this.#lastFolder = vscode.Uri.joinPath(target, '..');
		const title = `Downloading ${visible(name)}`;
		const read = (most: number, signal?: AbortSignal) =>
			cache.objects.blob(id, { location: { commit, path }, most, ...(signal && { signal }) });
		const location = vscode.ProgressLocation.Window;
		const small = await showProgress({ title, location }, () => read(maxQuietBytes));
		const isLarge = small?.kind === 'too-large';
		const blob = isLarge ? await cancellable(title, (signal) => read(maxBytes, signal)) : small;
		if (blob?.kind !== 'bytes') throw new ForgeError('missing', whyMissing(name, blob));
		await write(target, blob.bytes);
		showInStatusBar(`Downloaded ${visible(name)} (${fileSize(blob.bytes.length)})`);
	}

	async #copyFolder({ cache }: OpenRepository, source: Source, root: Tree): Promise<void> {
		const name = visible(source.name);
		const [parent] =
			(await vscode.window.showOpenDialog({
				title: `Download ${name} to a Folder`,
				openLabel: 'Download Here',
				canSelectFiles: false,
				canSelectFolders: true,
				defaultUri: await this.#suggestedFolder(),
			})) ?? [];
		if (!parent) return;
		this.#lastFolder = parent;
		const { objects } = cache;
		const contents = await cancellable(`Listing ${name}`, (signal, report) =>
			listFolder({
				objects,
				root,
				signal,
				ignoresCase: ignoresCase(parent),
				isForWindows: parent.scheme === 'file' && process.platform === 'win32',
				onProgress: (read, known) => report(`${formatNumber(read)} of ${count(known, 'folder')}`),
			}),
		);
		if (contents.files.length === 0)
			throw new ForgeError('missing', `${name} has no files to download.${leftOutOf(contents)}`);
		const target = await confirmedTarget(parent, source.name, contents);
		if (target) await copyFiles(objects, source, contents, target);
	}

	async #suggestedFolder(): Promise<vscode.Uri> {
		if (this.#lastFolder) return this.#lastFolder;
		const home = vscode.Uri.file(homedir());
		const downloads = vscode.Uri.joinPath(home, 'Downloads');
		return (await typeAt(downloads)) === undefined ? home : downloads;
	}
}

/** Asks the user to confirm the download, and what to do if the folder exists. Undefined if the user cancels. */
async function confirmedTarget(
	parent: vscode.Uri,
	name: string,
	contents: FolderContents,
): Promise<vscode.Uri | undefined> {
	const target = vscode.Uri.joinPath(parent, nameOnDisk(name));
	const files = count(contents.files.length, 'file');
	const cost = `Each file that is not on this computer takes a request to the forge, so cloning is faster for many.${leftOutOf(contents)}`;
	const type = await typeAt(target);
	if (type === undefined) {
		const isConfirmed = await confirm(`Download ${files} to ${visible(target.fsPath)}?`, cost, 'Download');
		return isConfirmed ? target : undefined;
	}
	const free = await freeName(target);
	const isFolder = (type & vscode.FileType.Directory) !== 0;
	const replacing = isFolder ? ' “Replace Files” replaces files of the same name and keeps the others.' : '';
	const answer = await askInDialog(
		`${visible(target.fsPath)} exists. Download ${files}?`,
		`“Keep Both” downloads to ${visible(baseName(free.path))}.${replacing} ${cost}`,
		...(isFolder ? (['Keep Both', 'Replace Files'] as const) : (['Keep Both'] as const)),
	);
	if (answer === undefined) return undefined;
	return answer === 'Keep Both' ? free : target;
}

async function copyFiles(
	objects: Objects,
	{ name, commit, path: folder }: Source,
	{ files }: FolderContents,
	target: vscode.Uri,
): Promise<void> {
	let written = 0;
	const all = count(files.length, 'file');
	try {
		await cancellable(`Downloading ${visible(name)}`, (signal, report) =>
			forEachConcurrently(files, parallel, async ({ path, entry }) => {
				signal.throwIfAborted();
				const location = { commit, path: joinPath(folder, path) };
				const blob = await objects.blob(entry.id, { location, most: maxBytes, signal });
				if (blob?.kind !== 'bytes') throw new ForgeError('missing', whyMissing(path, blob));
				await write(vscode.Uri.joinPath(target, ...path.split('/')), blob.bytes);
				written += 1;
				report(`${formatNumber(written)} of ${all}`, 100 / files.length);
			}),
		);
	} finally {
		// After a failure or Cancel, what was written stays.
		const copied = written === files.length ? all : `${formatNumber(written)} of ${all}`;
		showInStatusBar(`Downloaded ${copied} to ${visible(baseName(target.path))}`);
	}
}

function whyMissing(name: string, blob: Blob | undefined): string {
	if (blob?.kind !== 'too-large') return `${name} could not be found on the forge.`;
	const size = blob.size === undefined ? `larger than ${fileSize(maxBytes)}` : fileSize(blob.size);
	return `${name} is too large to be downloaded here (${size}). Clone the repository instead.`;
}

const leftOutOf = ({ leftOut, problems }: FolderContents): string =>
	[...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : []), ...problems]
		.map((sentence) => ` ${visible(sentence)}`)
		.join('');

/** A name that is safe on each system. */
const nameOnDisk = (name: string): string =>
	isHiddenName(name) ? `_${name.replace(/[\\:]|[. ]+$/g, '_')}` : name;

/** Whether this folder, which can be on another computer, may take names that differ only in case for one. */
const ignoresCase = ({ scheme }: vscode.Uri): boolean => scheme !== 'file' || process.platform !== 'linux';

/** Undefined if there is nothing. */
const typeAt = (uri: vscode.Uri): Promise<vscode.FileType | undefined> =>
	Promise.resolve(vscode.workspace.fs.stat(uri)).then(
		({ type }) => type,
		() => undefined,
	);

/** `name (2)`, or the next number for which there is no file. */
async function freeName(taken: vscode.Uri): Promise<vscode.Uri> {
	for (let nth = 2; ; nth++) {
		const uri = vscode.Uri.joinPath(taken, '..', `${baseName(taken.path)} (${nth})`);
		if ((await typeAt(uri)) === undefined) return uri;
	}
}

async function write(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
	try {
		await vscode.workspace.fs.writeFile(uri, bytes);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new ForgeError('refused', `${uri.fsPath} could not be written: ${reason}`, { cause });
	}
}

/** Runs `work` with a notification, in which the user can cancel. */
const cancellable = <T>(
	title: string,
	work: (signal: AbortSignal, report: (message: string, increment?: number) => void) => Promise<T>,
): Thenable<T> =>
	showProgress(
		{ title, location: vscode.ProgressLocation.Notification, cancellable: true },
		(progress, token) => {
			const stop = new AbortController();
			token.onCancellationRequested(() => stop.abort());
			return work(stop.signal, (message, increment) =>
				progress.report({ message, ...(increment !== undefined && { increment }) }),
			);
		},
	);
