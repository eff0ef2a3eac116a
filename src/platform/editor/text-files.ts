import * as vscode from 'vscode';
import { ForgeError } from '../../forge/errors.ts';

/** Where a text stands in its file system. */
export type Place = Pick<vscode.Uri, 'path' | 'query'>;

/** Texts that stand somewhere else. What cannot be done fails with a `ForgeError`. */
export interface Texts {
	read(place: Place): Promise<string>;
	/** What has become another text meanwhile is not written over. */
	write(place: Place, text: string): Promise<void>;
}

const isFile = ({ path }: Place): boolean => path.endsWith('.md');
const none = { dispose: () => {} };

/** Shows texts as files of the editor that can be saved. What knows them is loaded when the first is asked for. */
export class TextFiles implements vscode.FileSystemProvider {
	/** Nobody tells when a text has become another one. */
	readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]> = () => none;
	readonly #load: () => Promise<Texts>;
	readonly #sizes = new Map<string, number>();

	constructor(load: () => Promise<Texts>) {
		this.#load = load;
	}

	watch(): vscode.Disposable {
		return none;
	}

	/**
	 * Nobody is asked: what a text is now only who reads it may know, or the one that an editor still has from before a reload
	 * would be taken for younger than it is. The time stays the same for ever: after a later one the editor would say by itself
	 * that a text has changed, and offer to write over it.
	 */
	stat(uri: vscode.Uri): vscode.FileStat {
		const { File, Directory } = vscode.FileType;
		const size = this.#sizes.get(uri.toString()) ?? 0;
		// The editor asks for the folders as well.
		return { type: isFile(uri) ? File : Directory, ctime: 0, mtime: 0, size };
	}

	readFile(uri: vscode.Uri): Promise<Uint8Array> {
		return answering(async () => {
			const content = new TextEncoder().encode(await (await this.#load()).read(uri));
			this.#sizes.set(uri.toString(), content.byteLength);
			return content;
		});
	}

	writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
		return answering(async () => {
			await (await this.#load()).write(uri, decoded(content));
			this.#sizes.set(uri.toString(), content.byteLength);
		});
	}

	readDirectory(): [string, vscode.FileType][] {
		return [];
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
}

/** The editor writes in the encoding that its settings name. */
function decoded(content: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(content);
	} catch (cause) {
		const words = 'The text is not in UTF-8. Choose Change File Encoding, and Save with Encoding.';
		throw new ForgeError('refused', words, { cause });
	}
}

/** The editor puts the name of an error in front of its words, unless it has none, and makes links of some of them. */
async function answering<T>(act: () => Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		const { unlinked } = await import('./escape.ts');
		throw Object.assign(new Error(unlinked(error.message)), { name: '' });
	}
}
