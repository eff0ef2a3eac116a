import type { Disposable } from '../../../base/disposable.ts';
import type { Name, Storage } from '../../../base/files/storage.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';

/** Delay after the last write before files are flushed to disk. Flushing at each keystroke would keep the disk busy. */
const flushDelayMs = 1000;

/** Flushes frequently written files to disk once the user pauses, so that they survive a power failure. */
export class DurableWrites {
	readonly #storage: Storage;
	readonly #lifetime: Lifetime;
	readonly #log: Log;
	readonly #waiting = new Map<string, Name>();
	#timer: Disposable | undefined;

	constructor(storage: Storage, lifetime: Lifetime, log: Log) {
		this.#storage = storage;
		this.#lifetime = lifetime;
		this.#log = log;
	}

	add(name: Name): void {
		this.#waiting.set(name.join('/'), name);
		this.#timer?.dispose();
		this.#timer = this.#lifetime.timeout(() => this.finish(), flushDelayMs);
	}

	/** Call when a file is removed: there is nothing left to flush. */
	forget(name: Name): void {
		this.#waiting.delete(name.join('/'));
	}

	/** Flushes all pending files now. Never rejects: a failure, which matters only after a power failure, is logged. */
	async finish(): Promise<void> {
		this.#timer?.dispose();
		const names = [...this.#waiting.values()];
		this.#waiting.clear();
		for (const name of names) {
			try {
				await this.#storage.sync(name);
			} catch (error) {
				this.#log.warn(`${name.join('/')} is written, but may not survive a power failure`, error);
			}
		}
	}
}
