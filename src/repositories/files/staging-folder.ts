import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { forEachConcurrently } from '../../base/for-each-concurrently.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { baseName, parentPath } from '../model/paths.ts';

/** How many files are looked for at a time. */
const parallel = 8;

/**
 * A new folder for files that are being downloaded. They are moved to where they belong when all of them are complete, so that a failure or
 * *Cancel* leaves nothing incomplete and replaces nothing.
 */
export class StagingFolder {
	/** On the disk to which the files are moved. The name is short, because the names of the files can be as long as the disk allows. */
	readonly #folder: vscode.Uri;
	readonly #writes = new Set<Promise<void>>();
	#isRemoved = false;

	private constructor(parent: vscode.Uri) {
		this.#folder = vscode.Uri.joinPath(parent, `tildeforge-download-${randomBytes(4).toString('hex')}`);
	}

	/** Calls `work` with a new folder in `parent`, and then removes what was not moved. */
	static async use<T>(parent: vscode.Uri, work: (staging: StagingFolder) => Promise<T>): Promise<T> {
		const staging = new StagingFolder(parent);
		try {
			return await work(staging);
		} finally {
			await staging.#remove();
		}
	}

	async write(path: string, bytes: Uint8Array): Promise<void> {
		// Files that were being read when another one failed come too late.
		if (this.#isRemoved) return;
		const file = inFolder(this.#folder, path);
		const writing = orRefuse(file, () => vscode.workspace.fs.writeFile(file, bytes));
		this.#writes.add(writing);
		await writing.finally(() => this.#writes.delete(writing));
	}

	/** Moves all files to a new folder, and returns the folder. If `wanted` exists by now, the folder gets a free name. */
	async moveToNewFolder(wanted: vscode.Uri): Promise<vscode.Uri> {
		const target = (await typeAt(wanted)) === undefined ? wanted : await freeName(wanted);
		await orRefuse(target, () => vscode.workspace.fs.rename(this.#folder, target));
		return target;
	}

	/**
	 * Moves files to a folder, whose files of the same names they replace. Moves none if one of them would replace a folder, or if a file is
	 * where one of their folders has to be.
	 */
	async moveIntoFolder(target: vscode.Uri, paths: readonly string[]): Promise<void> {
		await forEachConcurrently(foldersOf(paths), parallel, (path) => refuseFile(inFolder(target, path)));
		await forEachConcurrently(paths, parallel, (path) => refuseFolder(inFolder(target, path)));
		for (const path of paths) await this.#move(path, inFolder(target, path));
	}

	/** Moves a file, which replaces one of the same name, but not a folder. */
	async moveFile(path: string, target: vscode.Uri): Promise<void> {
		await refuseFolder(target);
		await this.#move(path, target);
	}

	async #remove(): Promise<void> {
		this.#isRemoved = true;
		await Promise.allSettled(this.#writes);
		if ((await typeAt(this.#folder)) === undefined) return;
		const removed = orRefuse(this.#folder, () =>
			vscode.workspace.fs.delete(this.#folder, { recursive: true }),
		);
		// Why the download failed matters more to the user, so this failure is only logged.
		await removed.catch((failure: unknown) => background(Promise.reject(failure)));
	}

	#move(path: string, target: vscode.Uri): Promise<void> {
		const file = inFolder(this.#folder, path);
		return orRefuse(target, () => vscode.workspace.fs.rename(file, target, { overwrite: true }));
	}
}

/** Undefined if there is nothing. */
export const typeAt = (uri: vscode.Uri): Promise<vscode.FileType | undefined> =>
	Promise.resolve(vscode.workspace.fs.stat(uri)).then(
		({ type }) => type,
		() => undefined,
	);

export const isFolder = (type: vscode.FileType): boolean => (type & vscode.FileType.Directory) !== 0;

/** `name (2)`, or the next number for which there is no file. */
export async function freeName(taken: vscode.Uri): Promise<vscode.Uri> {
	for (let nth = 2; ; nth++) {
		const uri = vscode.Uri.joinPath(taken, '..', `${baseName(taken.path)} (${nth})`);
		if ((await typeAt(uri)) === undefined) return uri;
	}
}

const inFolder = (folder: vscode.Uri, path: string): vscode.Uri =>
	vscode.Uri.joinPath(folder, ...path.split('/'));

/** Refuses to replace a folder, because VS Code would remove all that is in it. */
async function refuseFolder(uri: vscode.Uri): Promise<void> {
	const type = await typeAt(uri);
	if (type !== undefined && isFolder(type))
		throw new ForgeError('refused', `${uri.fsPath} could not be replaced: it is a folder.`);
}

async function refuseFile(uri: vscode.Uri): Promise<void> {
	const type = await typeAt(uri);
	if (type !== undefined && !isFolder(type))
		throw new ForgeError('refused', `${uri.fsPath} is a file, so no folder could be created there.`);
}

/** The folders that these files are in, without the root. */
function foldersOf(paths: readonly string[]): ReadonlySet<string> {
	const folders = new Set<string>();
	for (const path of paths) {
		for (let folder = parentPath(path); folder !== ''; folder = parentPath(folder)) folders.add(folder);
	}
	return folders;
}

async function orRefuse(uri: vscode.Uri, write: () => Thenable<void>): Promise<void> {
	try {
		await write();
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new ForgeError('refused', `${uri.fsPath} could not be written: ${reason}`, { cause });
	}
}
