import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { onDidChangeSettings } from './setting-changes.ts';

/** The folders of the workspace on this machine, and the settings that determine whether git may run in them. */
export class WorkspaceFolders implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.#changes.event;

	constructor() {
		const changed = () => this.#changes.fire();
		this.#lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(changed));
		this.#lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(changed));
		this.#lifetime.add(onDidChangeSettings('git.path')(changed));
	}

	get folders(): readonly string[] {
		return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
			uri.scheme === 'file' ? [uri.fsPath] : [],
		);
	}

	get isTrusted(): boolean {
		return vscode.workspace.isTrusted;
	}

	/**
	 * Only the user's own setting: a workspace must not name the program. VS Code ignores the setting of a workspace only while its Git
	 * extension is enabled.
	 */
	get gitPath(): unknown {
		return vscode.workspace.getConfiguration('git').inspect<unknown>('path')?.globalValue;
	}

	readonly watch = (files: readonly string[], changed: () => void): Disposable => {
		const watchers = new Lifetime();
		for (const file of files) {
			const folder = vscode.Uri.file(dirname(file));
			const pattern = new vscode.RelativePattern(folder, basename(file));
			const watcher = watchers.add(vscode.workspace.createFileSystemWatcher(pattern));
			for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
				watchers.add(event(changed));
		}
		return watchers;
	};

	dispose(): void {
		this.#lifetime.dispose();
	}
}
