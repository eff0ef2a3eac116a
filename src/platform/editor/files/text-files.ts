import * as vscode from 'vscode';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { FileSystemBase, withFileErrors } from './file-system-base.ts';

/** The location of a text in its file system. */
export interface TextAddress {
	readonly path: string;
	readonly query: string;
}

/** Texts that are stored elsewhere. Failures are reported as a `ForgeError`. */
export interface TextSource {
	read(address: TextAddress): Promise<string>;
	/** Must not overwrite a text that has changed since it was read. */
	write(address: TextAddress, text: string): Promise<void>;
}

const isFile = ({ path }: TextAddress): boolean => /\.(?:md|eml)$/.test(path);
const nothingToDispose = { dispose: () => {} };

/** Provides texts as files that can be edited and saved in VS Code. The implementation is loaded on first use. */
export class TextFiles extends FileSystemBase implements vscode.FileSystemProvider {
	/** Never fires: there are no notifications of changed texts. */
	readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]> = () => nothingToDispose;
	readonly #load: () => Promise<TextSource>;
	readonly #sizes = new Map<string, number>();

	constructor(load: () => Promise<TextSource>) {
		super();
		this.#load = load;
	}

	watch(): vscode.Disposable {
		return nothingToDispose;
	}

	/**
	 * Does not read from the source: the source treats each text that it returns as the version that the user edits. After a reload,
	 * VS Code restores an unsaved text without a read, and that text is still based on the older version. The modification time is constant: if it
	 * grew, VS Code would report a conflict by itself and offer to overwrite.
	 */
	stat(uri: vscode.Uri): vscode.FileStat {
		const { File, Directory } = vscode.FileType;
		const size = this.#sizes.get(uri.toString()) ?? 0;
		// VS Code asks for the parent folders, too.
		return { type: isFile(uri) ? File : Directory, ctime: 0, mtime: 0, size };
	}

	readFile(uri: vscode.Uri): Promise<Uint8Array> {
		return withFileErrors(async () => {
			const content = new TextEncoder().encode(await (await this.#load()).read(uri));
			this.#sizes.set(uri.toString(), content.byteLength);
			return content;
		});
	}

	writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
		return withFileErrors(async () => {
			await (await this.#load()).write(uri, decode(content));
			this.#sizes.set(uri.toString(), content.byteLength);
		});
	}

	readDirectory(): [string, vscode.FileType][] {
		return [];
	}
}

/** VS Code writes files in the encoding of the user's settings. */
function decode(content: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(content);
	} catch (cause) {
		const message = 'The text is not UTF-8. Select Change File Encoding, then Save with Encoding.';
		throw new ForgeError('refused', message, { cause });
	}
}
