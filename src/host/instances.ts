import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { type Instance, readInstances } from '../signin/instance.ts';

/** The forges that the user has set up, and those that live only as long as this window. */
export class Instances implements Disposable {
	readonly #changes = new vscode.EventEmitter<void>();
	readonly #passing = new Map<string, Instance>();
	readonly #listening: vscode.Disposable;

	readonly onDidChange = this.#changes.event;

	constructor() {
		this.#listening = vscode.workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration('tildeforge.instances')) this.#changes.fire();
		});
	}

	get all(): readonly Instance[] {
		const passing = [...this.#passing.values()];
		const set = this.#setting().instances.filter(({ name }) => !this.#passing.has(name));
		return [...set, ...passing];
	}

	/** What is wrong in the setting, a sentence each. */
	get problems(): readonly string[] {
		return this.#setting().problems;
	}

	find(name: string): Instance | undefined {
		return this.all.find((one) => one.name === name);
	}

	/** Writes an instance into the settings, in place of one with its name; what else stands there stays as it is. */
	async save(instance: Instance): Promise<void> {
		if (this.#passing.has(instance.name)) return;
		const configuration = vscode.workspace.getConfiguration();
		const written = configuration.get<unknown>('tildeforge.instances');
		const entries: unknown[] = Array.isArray(written) ? [...written] : [];
		const at = entries.findIndex((entry) => readInstances([entry]).instances[0]?.name === instance.name);
		if (at !== -1 && JSON.stringify(entries[at]) === JSON.stringify(instance)) return;
		entries.splice(at === -1 ? entries.length : at, 1, instance);
		await configuration.update('tildeforge.instances', entries, vscode.ConfigurationTarget.Global);
	}

	/** An instance that no setting keeps, until it is disposed. */
	pass(instance: Instance): Disposable {
		this.#passing.set(instance.name, instance);
		this.#changes.fire();
		return {
			dispose: () => {
				this.#passing.delete(instance.name);
				this.#changes.fire();
			},
		};
	}

	dispose(): void {
		this.#listening.dispose();
		this.#changes.dispose();
	}

	#setting() {
		return readInstances(vscode.workspace.getConfiguration().get('tildeforge.instances'));
	}
}
