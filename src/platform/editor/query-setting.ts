import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Event } from '../../base/emitter.ts';
import {
	changeQuery,
	indexOfQuery,
	type QueryEntries,
	readSavedQueries,
	type SavedQuery,
	toEntry,
} from '../model/saved-queries.ts';
import { showWarning } from './messages.ts';
import { onDidChangeSettings } from './setting-changes.ts';

/** Undoes a change of the setting. */
type Undo = () => Promise<void>;

/**
 * The saved queries of a setting. Changes are written where the setting is defined, because queries in the workspace settings hide those
 * in the user settings. They leave everything else in the setting as it is. If they cannot be written, the user learns why.
 * Reasons: docs/decisions/queries.md.
 */
export class QuerySetting {
	readonly onDidChange: Event<void>;
	readonly #name: string;
	readonly #defaults: readonly SavedQuery[];

	/** `defaults` are shown while the setting has no valid query. */
	constructor(name: string, defaults: readonly SavedQuery[]) {
		this.#name = name;
		this.#defaults = defaults;
		this.onDidChange = onDidChangeSettings(name);
	}

	get queries(): readonly SavedQuery[] {
		const read = readSavedQueries(vscode.workspace.getConfiguration().get<unknown>(this.#name));
		return read.length > 0 ? read : this.#defaults;
	}

	/** Returns whether the query was saved. */
	async add(query: SavedQuery): Promise<boolean> {
		const written = await this.#edit((entries) => [...entries, toEntry(query)]);
		return written !== undefined;
	}

	/** Adds the query if there is no longer one of that name. Returns whether it was saved. */
	async change(query: SavedQuery, change: Partial<SavedQuery>): Promise<boolean> {
		const written = await this.#edit(
			(entries) => changeQuery(entries, query.name, change) ?? [...entries, toEntry({ ...query, ...change })],
		);
		return written !== undefined;
	}

	/** Returns undefined if nothing was removed. */
	async remove(name: string): Promise<Undo | undefined> {
		let removed: { readonly entry: unknown; readonly index: number } | undefined;
		const written = await this.#edit((entries) => {
			const index = indexOfQuery(entries, name);
			if (index === undefined) return undefined;
			removed = { entry: entries[index], index };
			return entries.toSpliced(index, 1);
		});
		if (!written || !removed) return undefined;
		const { entry, index } = removed;
		return async () => {
			const { value, target } = this.#definition();
			// Only a setting that has not changed since may become the default again.
			if (isDeepStrictEqual(value, written.after)) await this.#write(written.before, target);
			else await this.#edit((entries) => entries.toSpliced(index, 0, entry));
		};
	}

	async #edit(
		edit: (entries: QueryEntries) => QueryEntries | undefined,
	): Promise<{ readonly before: unknown; readonly after: QueryEntries } | undefined> {
		const { value: before, target } = this.#definition();
		if (before !== undefined && !Array.isArray(before)) {
			this.#refuse(`The setting ${this.#name} is not a list.`, target);
			return undefined;
		}
		const entries: QueryEntries = before ?? [];
		const isDefault = readSavedQueries(entries).length === 0;
		const after = edit(isDefault ? [...entries, ...this.#defaults.map(toEntry)] : entries);
		return after && (await this.#write(after, target)) ? { before, after } : undefined;
	}

	/** The value of the setting, and the settings that it is in. */
	#definition(): { readonly value: unknown; readonly target: vscode.ConfigurationTarget } {
		const { Global, Workspace } = vscode.ConfigurationTarget;
		const found = vscode.workspace.getConfiguration().inspect<unknown>(this.#name);
		return found?.workspaceValue !== undefined
			? { value: found.workspaceValue, target: Workspace }
			: { value: found?.globalValue, target: Global };
	}

	async #write(value: unknown, target: vscode.ConfigurationTarget): Promise<boolean> {
		try {
			await vscode.workspace.getConfiguration().update(this.#name, value, target);
			return true;
		} catch (error) {
			// For example, the file has unsaved changes.
			this.#refuse(error instanceof Error ? error.message : '', target);
			return false;
		}
	}

	#refuse(reason: string, target: vscode.ConfigurationTarget): void {
		const isUser = target === vscode.ConfigurationTarget.Global;
		const command = isUser ? 'openSettingsJson' : 'openWorkspaceSettingsFile';
		const open = 'Open Settings';
		const show = async () => {
			const answer = await showWarning(`The queries were not changed. ${reason}`.trim(), open);
			if (answer === open) await vscode.commands.executeCommand(`workbench.action.${command}`);
		};
		background(show());
	}
}
