import * as vscode from 'vscode';

/** A file system in which VS Code creates, moves and deletes nothing. */
export abstract class FixedFiles {
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

/** Reports a `ForgeError` of `act` as VS Code shows it best. With `missing`, its file may not exist. */
export async function withFileErrors<T>(act: () => Promise<T>, missing?: vscode.Uri): Promise<T> {
	try {
		return await act();
	} catch (error) {
		const { fileSystemError } = await import('./file-system-errors.ts');
		throw fileSystemError(error, missing);
	}
}
