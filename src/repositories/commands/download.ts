import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { forEachConcurrently } from '../../base/for-each-concurrently.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { count, fileSize, formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { askInDialog, confirm, showInStatusBar, showProgress } from '../../platform/editor/messages.ts';
import { showProgressBeforeQuestion } from '../../platform/editor/progress-before-question.ts';
import type { Blob, GitTree, Objects } from '../../platform/git/objects.ts';
import { freeName, isFolder, StagingFolder, typeAt } from '../files/staging-folder.ts';
import { findEntry } from '../model/find-entry.ts';
import { isHiddenName } from '../model/hidden-names.ts';
import { baseName, joinPath } from '../model/paths.ts';
import { type FolderContents, listFolder } from '../state/entries/folder-contents.ts';
import type { WalkedFile } from '../state/walk-tree.ts';
import type { PathAtRevision } from './open-files.ts';
import { type OpenRepository, readRoot } from './open-repository.ts';

/** Larger files are not read into memory. */
const maxBytes = 512 * 1024 * 1024;
/** Larger files are loaded with a notification, in which the user can cancel. */
const maxQuietBytes = 1024 * 1024;
/** How many files of a folder are loaded at a time. */
const parallel = 8;
/** Larger files are loaded one after the other. */
const maxParallelBytes = 8 * 1024 * 1024;

/** What to download. */
interface Source {
	/** The name to suggest. If the user has chosen a symbolic link, the name of the link. */
	readonly name: string;
	readonly commit: string;
	/** Where the file or folder is in the commit. */
	readonly path: string;
}

/** The folder to which a folder is copied. If it is not new, files in it may be replaced. */
interface Target {
	readonly uri: vscode.Uri;
	readonly isNew: boolean;
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
		const { bytes } = blob;
		await StagingFolder.use(this.#lastFolder, async (staging) => {
			await staging.write('file', bytes);
			await staging.moveFile('file', target);
		});
		showInStatusBar(`Downloaded ${visible(name)} (${fileSize(bytes.length)})`);
	}

	async #copyFolder({ cache }: OpenRepository, source: Source, root: GitTree): Promise<void> {
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
		const contents = await showProgressBeforeQuestion(`Listing ${name}`, (signal, report) =>
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
): Promise<Target | undefined> {
	const target = vscode.Uri.joinPath(parent, nameOnDisk(name));
	const files = count(contents.files.length, 'file');
	const cost = `Each file that is not on this computer takes a request to the forge, so cloning is faster for many.${leftOutOf(contents)}`;
	const type = await typeAt(target);
	if (type === undefined) {
		const isConfirmed = await confirm(`Download ${files} to ${visible(target.fsPath)}?`, cost, 'Download');
		return isConfirmed ? { uri: target, isNew: true } : undefined;
	}
	const free = await freeName(target);
	const mayReplace = isFolder(type);
	const replacing = mayReplace
		? ' “Replace Files” replaces files of the same name and keeps the others.'
		: '';
	const answer = await askInDialog(
		`${visible(target.fsPath)} exists. Download ${files}?`,
		`“Keep Both” downloads to ${visible(baseName(free.path))}.${replacing} ${cost}`,
		...(mayReplace ? (['Keep Both', 'Replace Files'] as const) : (['Keep Both'] as const)),
	);
	if (answer === undefined) return undefined;
	return answer === 'Keep Both' ? { uri: free, isNew: true } : { uri: target, isNew: false };
}

async function copyFiles(
	objects: Objects,
	{ name, commit, path: folder }: Source,
	{ files }: FolderContents,
	{ uri, isNew }: Target,
): Promise<void> {
	const all = count(files.length, 'file');
	const target = await StagingFolder.use(vscode.Uri.joinPath(uri, '..'), async (staging) => {
		await cancellable(`Downloading ${visible(name)}`, async (signal, report) => {
			let written = 0;
			/** Returns false if the file is larger than `most`. */
			const copy = async ({ path, entry }: WalkedFile, most: number): Promise<boolean> => {
				signal.throwIfAborted();
				const location = { commit, path: joinPath(folder, path) };
				const blob = await objects.blob(entry.id, { location, most, signal });
				if (blob?.kind === 'too-large' && most < maxBytes && (blob.size ?? 0) <= maxBytes) return false;
				if (blob?.kind !== 'bytes') throw new ForgeError('missing', whyMissing(path, blob));
				await staging.write(path, blob.bytes);
				written += 1;
				report(`${formatNumber(written)} of ${all}`, 100 / files.length);
				return true;
			};
			const large: WalkedFile[] = [];
			await forEachConcurrently(files, parallel, async (file) => {
				if (!(await copy(file, maxParallelBytes))) large.push(file);
			});
			for (const file of large) await copy(file, maxBytes);
			signal.throwIfAborted();
		});
		if (isNew) return staging.moveToNewFolder(uri);
		await staging.moveIntoFolder(
			uri,
			files.map(({ path }) => path),
		);
		return uri;
	});
	showInStatusBar(`Downloaded ${all} to ${visible(baseName(target.path))}`);
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
			const working = work(stop.signal, (message, increment) =>
				progress.report({ message, ...(increment !== undefined && { increment }) }),
			);
			// After a failure, other requests may still be running.
			return working.finally(() => stop.abort());
		},
	);
