import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { abortable, neverAborts } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Turns } from '../../base/turns.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { onDidChangeSettings } from '../../platform/editor/setting-changes.ts';
import { type Instance, readInstances } from '../../signin/instances/instance.ts';
import type { Session } from '../../signin/sessions/session.ts';

/** The forges that the user has set up, and those that live only as long as this window. */
export class Instances implements Disposable {
	readonly #changes = new vscode.EventEmitter<void>();
	/** By name, with the folders for what is kept of their accounts. */
	readonly #temporary = new Map<
		string,
		{ readonly instance: Instance; readonly folder: string | undefined }
	>();
	readonly #configurationListener: vscode.Disposable;
	/** Instances are saved one after the other. */
	readonly saves = new Turns();

	readonly onDidChange = this.#changes.event;

	constructor() {
		this.#configurationListener = onDidChangeSettings('tildeforge.instances')(() => this.#changes.fire());
	}

	get all(): readonly Instance[] {
		const configured = this.configured.filter(({ name }) => !this.#temporary.has(name));
		return [...configured, ...[...this.#temporary.values()].map(({ instance }) => instance)];
	}

	/** Forges in the settings. */
	get configured(): readonly Instance[] {
		return this.#setting().instances;
	}

	/** Problems in the setting, one sentence each. */
	get problems(): readonly string[] {
		return this.#setting().problems;
	}

	/** What is wrong with the fields of a forge in the setting, one sentence each. */
	problemsOf(name: string): readonly string[] {
		return this.#setting().problemsOf.get(name) ?? [];
	}

	find(name: string): Instance | undefined {
		return this.all.find((one) => one.name === name);
	}

	/** Sessions whose forges are not set up. */
	unconfigured(sessions: readonly Session[]): readonly Session[] {
		const names = new Set(this.all.map(({ name }) => name));
		return sessions.filter(({ instance }) => !names.has(instance));
	}

	/** Whether the forge exists only in this window. */
	isTemporary({ name }: Instance): boolean {
		return this.#temporary.has(name);
	}

	/** The folder for what is kept of the accounts of a temporary forge. */
	folderOf(name: string): string | undefined {
		return this.#temporary.get(name)?.folder;
	}

	/**
	 * Writes an instance into the settings. Replaces the known fields of the entry with the same name. Writes nothing before `storeFirst`
	 * succeeds; meanwhile the instance exists only in this window.
	 */
	async save(
		instance: Instance,
		storeFirst: () => Promise<void>,
		signal: AbortSignal = neverAborts,
	): Promise<void> {
		if (this.isTemporary(instance)) return storeFirst();
		const temporary = this.addTemporary(instance);
		try {
			await storeFirst();
			await abortable(this.#write(instance), signal);
		} finally {
			temporary.dispose();
		}
	}

	/** Adds an instance that is not in the settings, until the result is disposed. What is kept of its accounts is in `folder`. */
	addTemporary(instance: Instance, folder?: string): Disposable {
		this.#temporary.set(instance.name, { instance, folder });
		this.#changes.fire();
		return {
			dispose: () => {
				this.#temporary.delete(instance.name);
				this.#changes.fire();
			},
		};
	}

	dispose(): void {
		this.#configurationListener.dispose();
		this.#changes.dispose();
	}

	async #write(instance: Instance): Promise<void> {
		const configuration = vscode.workspace.getConfiguration();
		const written = configuration.get<unknown>('tildeforge.instances');
		const entries: unknown[] = Array.isArray(written) ? [...written] : written == null ? [] : [written];
		const read = entries.map((entry) => readInstances([entry]).instances[0]);
		const found = read.findIndex((one) => one?.name === instance.name);
		const index = found === -1 ? entries.length : found;
		const before: Partial<Instance> = read[index] ?? {};
		if (isDeepStrictEqual(before, instance)) return;
		// What could not be read stays: the user can correct it, or a newer version has written it.
		const fields = Object.entries({ ...Object(entries[index]), ...instance }).filter(
			([field]) => field in instance || !(field in before),
		);
		entries.splice(index, 1, Object.fromEntries(fields));
		try {
			await configuration.update('tildeforge.instances', entries, vscode.ConfigurationTarget.Global);
		} catch (cause) {
			throw new ForgeError(
				'refused',
				`The forge ${instance.name} could not be written to the settings. Check that settings.json has no errors and is writable, then sign in again.`,
				{ cause },
			);
		}
	}

	#setting() {
		return readInstances(vscode.workspace.getConfiguration().get('tildeforge.instances'));
	}
}
