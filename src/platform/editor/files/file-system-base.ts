import * as vscode from 'vscode';

/** A file system in which VS Code creates, moves and deletes nothing. */
export abstract class FileSystemBase {
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

/** Runs `act`. Turns a `ForgeError` into an error that VS Code can show. `missing` is reported if the file does not exist. */
export async function withFileErrors<T>(act: () => Promise<T>, missing?: vscode.Uri): Promise<T> {
	try {
		return await act();
	} catch (error) {
		const { fileSystemError } = await import('./file-system-errors.ts');
		throw fileSystemError(error, missing);
	}
}
