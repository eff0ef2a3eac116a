import * as vscode from 'vscode';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { escapeLinks } from '../escape.ts';

/**
 * A failure of a file system as VS Code shows it. VS Code prefixes a message with the error's name unless that is empty, and turns parts
 * of it into links. `missing` is reported instead if the file does not exist, because VS Code treats missing files in its own way.
 */
export function fileSystemError(error: unknown, missing?: vscode.Uri): unknown {
	if (!(error instanceof ForgeError)) return error;
	return missing && error.kind === 'missing'
		? vscode.FileSystemError.FileNotFound(missing)
		: Object.assign(new Error(escapeLinks(error.message)), { name: '' });
}
