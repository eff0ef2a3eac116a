import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { ListedFile } from '../state/remote-files.ts';

/** Marks the folders of submodules, which are empty, because their files are in other repositories. */
export class SubmoduleDecorations implements vscode.FileDecorationProvider, Disposable {
	/** The commits of the submodules in folders that VS Code has listed, by the addresses of the submodules. */
	readonly #commits = new Map<string, string>();
	readonly #changes = new Emitter<vscode.Uri[]>();
	readonly onDidChangeFileDecorations = this.#changes.event;

	/** VS Code has listed a folder. */
	didList(folder: vscode.Uri, files: readonly ListedFile[]): void {
		const changed: vscode.Uri[] = [];
		for (const { name, type, submodule } of files) {
			if (type !== 'directory') continue;
			const uri = vscode.Uri.joinPath(folder, name);
			const key = uri.toString();
			if (this.#commits.get(key) === submodule) continue;
			if (submodule === undefined) this.#commits.delete(key);
			else this.#commits.set(key, submodule);
			changed.push(uri);
		}
		if (changed.length > 0) this.#changes.fire(changed);
	}

	/** The letter and the color are those of VS Code's git extension. */
	provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
		const commit = this.#commits.get(uri.toString());
		if (commit === undefined) return undefined;
		return {
			badge: 'S',
			tooltip: `Submodule at ${shortId(commit)}: its files are in another repository`,
			color: new vscode.ThemeColor('gitDecoration.submoduleResourceForeground'),
		};
	}

	dispose(): void {
		this.#changes.dispose();
	}
}
