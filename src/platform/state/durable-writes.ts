import type { Disposable } from '../../base/disposable.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Name, Storage } from './storage.ts';

/** After so long without a write, what was written goes through to the disk. Doing that at each letter would keep the disk busy. */
const restMs = 1000;

/** Sees to it that files that are written often outlive a power failure once the user rests. */
export class DurableWrites {
	readonly #storage: Storage;
	readonly #lifetime: Lifetime;
	readonly #log: Log;
	readonly #waiting = new Map<string, Name>();
	#rest: Disposable | undefined;

	constructor(storage: Storage, lifetime: Lifetime, log: Log) {
		this.#storage = storage;
		this.#lifetime = lifetime;
		this.#log = log;
	}

	add(name: Name): void {
		this.#waiting.set(name.join('/'), name);
		this.#rest?.dispose();
		this.#rest = this.#lifetime.timeout(() => this.finish(), restMs);
	}

	/** A file that is gone has nothing to write. */
	forget(name: Name): void {
		this.#waiting.delete(name.join('/'));
	}

	/** Writes all of them through now. Never fails: what a power failure could take is only told in the log. */
	async finish(): Promise<void> {
		this.#rest?.dispose();
		const names = [...this.#waiting.values()];
		this.#waiting.clear();
		for (const name of names) {
			try {
				await this.#storage.sync(name);
			} catch (error) {
				this.#log.warn(`${name.join('/')} is written, but may not outlive a power failure`, error);
			}
		}
	}
}
