import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { once } from '../../base/once.ts';
import { ForgeError } from '../../forge/errors.ts';

/** The files of a read-only file system. Failures are reported as a `ForgeError`. */
export interface ReadOnlySource {
	stat(uri: vscode.Uri): Promise<vscode.FileStat>;
	list(uri: vscode.Uri): Promise<[string, vscode.FileType][]>;
	read(uri: vscode.Uri): Promise<Uint8Array>;
	/** Calls the listener with the files and folders whose content may have changed. */
	onDidChange(listener: (uris: readonly vscode.Uri[]) => void): vscode.Disposable;
}

/** Provides a read-only file system, whose implementation is loaded on first use. */
export class ReadOnlyFiles implements vscode.FileSystemProvider, vscode.Disposable {
	readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
	readonly onDidChangeFile = this.#changes.event;
	readonly #source: () => Promise<ReadOnlySource>;
	#listener: vscode.Disposable | undefined;

	constructor(load: () => Promise<ReadOnlySource>) {
		this.#source = once(async () => {
			const source = await load();
			const type = vscode.FileChangeType.Changed;
			this.#listener = source.onDidChange((uris) => this.#changes.fire(uris.map((uri) => ({ type, uri }))));
			return source;
		});
	}

	/** The source reports changes of all files that VS Code has read. */
	watch(): vscode.Disposable {
		background(this.#source());
		return { dispose: () => {} };
	}

	stat(uri: vscode.Uri): Promise<vscode.FileStat> {
		return withFileErrors(uri, async () => (await this.#source()).stat(uri));
	}

	readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
		return withFileErrors(uri, async () => (await this.#source()).list(uri));
	}

	readFile(uri: vscode.Uri): Promise<Uint8Array> {
		return withFileErrors(uri, async () => (await this.#source()).read(uri));
	}

	writeFile(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	createDirectory(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	delete(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	rename(uri: vscode.Uri): never {
		throw vscode.FileSystemError.NoPermissions(uri);
	}

	dispose(): void {
		this.#listener?.dispose();
		this.#changes.dispose();
	}
}

/** Rethrows a `ForgeError` as an error of a file system: VS Code treats missing files in its own way, and shows the message of others. */
async function withFileErrors<T>(uri: vscode.Uri, act: () => Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		if (error.kind === 'missing') throw vscode.FileSystemError.FileNotFound(uri);
		const { escapeLinks } = await import('./escape.ts');
		const message = escapeLinks(error.message);
		throw error.kind === 'forbidden' || error.kind === 'refused'
			? vscode.FileSystemError.NoPermissions(message)
			: vscode.FileSystemError.Unavailable(message);
	}
}
