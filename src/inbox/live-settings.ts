import * as vscode from 'vscode';
import { Lifetime } from '../base/lifetime.ts';
import { type LiveSettings, readLiveSettings } from './model/live-settings.ts';

/** The user's settings for webhooks. */
export class ConfiguredLive implements vscode.Disposable {
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.#changes.event;

	constructor() {
		this.#lifetime.add(
			vscode.workspace.onDidChangeConfiguration((change) => {
				const names = ['tildeforge.live.port', 'tildeforge.live.publicAddress'];
				if (names.some((name) => change.affectsConfiguration(name))) this.#changes.fire();
			}),
		);
	}

	get current(): LiveSettings {
		const settings = vscode.workspace.getConfiguration();
		return readLiveSettings(
			settings.get<unknown>('tildeforge.live.port'),
			settings.get<unknown>('tildeforge.live.publicAddress'),
		);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
