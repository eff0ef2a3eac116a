import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import { closeTabs } from '../../platform/editor/close-tabs.ts';
import type { ReadOnlySource } from '../../platform/editor/files/read-only-files.ts';
import { showError } from '../../platform/editor/messages.ts';
import {
	type FileAddress,
	filesScheme,
	formatComparisonAddress,
	formatFileAddress,
	readAddress,
} from '../model/file-address.ts';
import type { FileWatcher } from '../state/file-watcher.ts';
import { type FileType, type ListedFile, RemoteFiles, type RepositorySource } from '../state/remote-files.ts';
import type { FolderConsent } from './folder-consent.ts';
import { LargeFiles } from './large-files.ts';
import type { SubmoduleDecorations } from './submodule-decorations.ts';

export const fileUri = (address: FileAddress): vscode.Uri =>
	vscode.Uri.from({ scheme: filesScheme, ...formatFileAddress(address) });

/** For the two sides of a comparison. */
export const comparedUri = (address: FileAddress): vscode.Uri =>
	vscode.Uri.from({ scheme: filesScheme, ...formatComparisonAddress(address) });

/** Undefined if the address is not that of a file or folder of a repository. */
export const addressOf = (uri: vscode.Uri): FileAddress | undefined =>
	uri.scheme === filesScheme ? readAddress(uri) : undefined;

const types: Readonly<Record<FileType, vscode.FileType>> = {
	file: vscode.FileType.File,
	directory: vscode.FileType.Directory,
};
const typeOf = (type: ListedFile['type'], isLink: boolean): vscode.FileType =>
	types[type] | (isLink ? vscode.FileType.SymbolicLink : 0);

/** Remote repositories as a file system of VS Code. */
export class RepositoryFiles implements ReadOnlySource {
	readonly #files: RemoteFiles;
	/** Reports the files whose content may have changed. */
	readonly #watcher: FileWatcher;
	/** Asks for the user's consent to open a folder, if it is needed. */
	readonly #requireConsent: FolderConsent['require'];
	readonly #largeFiles = new LargeFiles();
	readonly #submodules: SubmoduleDecorations;

	constructor(
		sources: (address: FileAddress) => readonly RepositorySource[],
		commitText: (commit: Commit) => Promise<string>,
		watcher: FileWatcher,
		requireConsent: FolderConsent['require'],
		submodules: SubmoduleDecorations,
	) {
		this.#files = new RemoteFiles(sources, commitText);
		this.#watcher = watcher;
		this.#requireConsent = requireConsent;
		this.#submodules = submodules;
	}

	async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
		const address = await this.#addressOf(uri);
		const stat = await this.#largeFiles.whileLoading(uri, () => this.#files.stat(address));
		this.#watcher.add(address);
		const permissions = vscode.FilePermission.Readonly;
		return {
			type: typeOf(stat.type, stat.isLink),
			size: stat.size,
			ctime: 0,
			mtime: stat.version,
			permissions,
		};
	}

	async list(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
		const files = await this.#files.list(await this.#addressOf(uri));
		this.#submodules.didList(uri, files);
		return files.map((file) => [file.name, typeOf(file.type, file.isLink)]);
	}

	/** VS Code shows no reason for a failure, except that a file is missing. */
	async read(uri: vscode.Uri): Promise<Uint8Array> {
		let isDeclined = false;
		try {
			const address = await this.#addressOf(uri);
			return await this.#largeFiles.whileLoading(uri, (confirmLarge) =>
				this.#files.read(address, async (name, size) => {
					const isConfirmed = await confirmLarge(name, size);
					isDeclined = !isConfirmed;
					return isConfirmed;
				}),
			);
		} catch (error) {
			// Otherwise VS Code would show an unexpected error.
			if (isDeclined) await closeTabs(uri);
			else if (error instanceof ForgeError && error.kind !== 'missing') background(showError(error.message));
			throw error;
		}
	}

	/** The content of a file that is open, without questions and messages. Undefined if it cannot be read now. */
	async readQuietly(uri: vscode.Uri): Promise<Uint8Array | undefined> {
		const address = addressOf(uri);
		return address && (await this.#files.read(address, async () => false).catch(() => undefined));
	}

	onDidChange(listener: (uris: readonly vscode.Uri[]) => void): vscode.Disposable {
		return this.#watcher.onDidChange((addresses) => listener(addresses.map(fileUri)));
	}

	async #addressOf(uri: vscode.Uri): Promise<FileAddress> {
		const address = requireAddress(uri);
		await this.#requireConsent(uri, address);
		return address;
	}
}

/**
 * VS Code also asks for the folders above a repository, which do not exist. Neither does the file that a link has opened as the workspace
 * of this window, whatever its name: VS Code would use its settings, which can run programs.
 */
function requireAddress(uri: vscode.Uri): FileAddress {
	const address = addressOf(uri);
	const isWorkspace = uri.toString() === vscode.workspace.workspaceFile?.toString();
	if (!address || isWorkspace) throw new ForgeError('missing', 'There is no repository at this address.');
	return address;
}
