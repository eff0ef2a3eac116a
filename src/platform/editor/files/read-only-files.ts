import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { once } from '../../../base/once.ts';
import { FileSystemBase, withFileErrors } from './file-system-base.ts';

/** The files of a read-only file system. Failures are reported as a `ForgeError`. */
export interface ReadOnlySource {
	stat(uri: vscode.Uri): Promise<vscode.FileStat>;
	list(uri: vscode.Uri): Promise<[string, vscode.FileType][]>;
	read(uri: vscode.Uri): Promise<Uint8Array>;
	/** Calls the listener with the files and folders whose content may have changed. */
	onDidChange(listener: (uris: readonly vscode.Uri[]) => void): vscode.Disposable;
}

/** Provides a read-only file system, whose implementation is loaded on first use. */
export class ReadOnlyFiles extends FileSystemBase implements vscode.FileSystemProvider, vscode.Disposable {
	readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
	readonly onDidChangeFile = this.#changes.event;
	readonly #source: () => Promise<ReadOnlySource>;
	#listener: vscode.Disposable | undefined;

	constructor(load: () => Promise<ReadOnlySource>) {
		super();
		this.#source = once(async () => {
			const source = await load();
			const type = vscode.FileChangeType.Changed;
			this.#listener = source.onDidChange((uris) => this.#changes.fire(uris.map((uri) => ({ type, uri }))));
			return source;
		});
	}

	/** Loads the source, which reports the changes of every file that was read, so that there is nothing to register for a single file. */
	watch(): vscode.Disposable {
		background(this.#source());
		return { dispose: () => {} };
	}

	stat(uri: vscode.Uri): Promise<vscode.FileStat> {
		return withFileErrors(async () => (await this.#source()).stat(uri), uri);
	}

	readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
		return withFileErrors(async () => (await this.#source()).list(uri), uri);
	}

	readFile(uri: vscode.Uri): Promise<Uint8Array> {
		return withFileErrors(async () => (await this.#source()).read(uri), uri);
	}

	writeFile(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	dispose(): void {
		this.#listener?.dispose();
		this.#changes.dispose();
	}
}
