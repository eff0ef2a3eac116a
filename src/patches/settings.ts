import * as vscode from 'vscode';
import { Lifetime } from '../base/lifetime.ts';
import { readSavedQueries, type SavedQuery } from '../platform/model/saved-queries.ts';

/** The user's settings for patches. */
export class PatchSettings implements vscode.Disposable {
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.#changes.event;

	constructor() {
		this.#lifetime.add(
			vscode.workspace.onDidChangeConfiguration((change) => {
				if (change.affectsConfiguration('tildeforge.patchQueries')) this.#changes.fire();
			}),
		);
	}

	/** Shown below each mailing list. */
	get queries(): readonly SavedQuery[] {
		return readSavedQueries(vscode.workspace.getConfiguration().get<unknown>('tildeforge.patchQueries'));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
