import * as v from 'valibot';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { SettingFile } from '../../platform/state/store/setting-file.ts';

const folder = 'answered-pushes';

/** The user's repositories for which pushes are answered, in all windows. */
export class PushAnswerSettings implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #stored: SettingFile<readonly string[]>;

	constructor(
		/** The id of the account's session. */
		account: string,
		/** For the user's decisions; stays when the account signs out. */
		storage: Storage,
		log: Log,
	) {
		this.#stored = new SettingFile<readonly string[]>({
			storage,
			name: [folder, account],
			shape: v.array(v.string()),
			none: [],
			lifetime: this.#lifetime,
			log,
		});
		// The window that leads has the webhooks, so it must learn what another window decides.
		this.#stored.watch();
	}

	/** Fires when a decision has changed, in any window. */
	get onDidChange(): Event<void> {
		return this.#stored.onDidChange;
	}

	get all(): readonly string[] {
		return this.#stored.value;
	}

	has(name: string): boolean {
		return this.all.includes(name);
	}

	async open(): Promise<void> {
		await this.#stored.read();
	}

	async set(name: string, isAnswered: boolean): Promise<void> {
		await this.#stored.change((names) => [
			...names.filter((one) => one !== name),
			...(isAnswered ? [name] : []),
		]);
	}

	async rename(name: string, newName: string): Promise<void> {
		if (!this.has(name)) return;
		await this.#stored.change((names) => [...new Set(names.map((one) => (one === name ? newName : one)))]);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
