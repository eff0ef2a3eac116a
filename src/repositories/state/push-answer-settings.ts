import * as v from 'valibot';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { SettingFile } from '../../platform/state/store/setting-file.ts';
import type { Storage } from '../../platform/state/store/storage.ts';

const folder = 'answered-pushes';
const readDelayMs = 50;

/** The user's repositories for which pushes are answered, in all windows. */
export class PushAnswerSettings implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** The names at the time of the last event. */
	#announced: readonly string[] = [];
	/** Fires when a decision has changed, in any window. */
	readonly onDidChange = this.#changes.event;
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
			log,
		});
		// The window that leads has the webhooks, so it must learn what another window decides.
		const read = coalesce(this.#lifetime, readDelayMs, () => this.open());
		this.#lifetime.add(storage.watch([folder], read));
	}

	get all(): readonly string[] {
		return this.#stored.value;
	}

	has(name: string): boolean {
		return this.all.includes(name);
	}

	async open(): Promise<void> {
		await this.#fireIfChanged(() => this.#stored.read());
	}

	async set(name: string, isAnswered: boolean): Promise<void> {
		await this.#fireIfChanged(() =>
			this.#stored.change((names) => [...names.filter((one) => one !== name), ...(isAnswered ? [name] : [])]),
		);
	}

	async rename(name: string, newName: string): Promise<void> {
		if (!this.has(name)) return;
		await this.#fireIfChanged(() =>
			this.#stored.change((names) => [...new Set(names.map((one) => (one === name ? newName : one)))]),
		);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Fires if the names differ from those of the last event. The window's own change may be read again before it is done. */
	async #fireIfChanged(act: () => Promise<unknown>): Promise<void> {
		await act();
		const before = this.#announced;
		const isSame = before.length === this.all.length && before.every((name) => this.has(name));
		if (isSame || this.#lifetime.ended) return;
		this.#announced = this.all;
		this.#changes.fire();
	}
}
