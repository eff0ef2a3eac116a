import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { lockIfPossible } from '../store/lock-if-possible.ts';
import type { Storage } from '../store/storage.ts';

/** How long to wait for another window that is sending the same draft. */
const waitMs = 3000;

/** Sends drafts, each by one window only. */
export class ExclusiveSends {
	readonly #storage: Storage;
	readonly #log: Log;
	/** What this window is sending, by the name of the draft. */
	readonly #running = new Map<string, Promise<void>>();

	constructor(storage: Storage, log: Log) {
		this.#storage = storage;
		this.#log = log;
	}

	isRunning(name: string): boolean {
		return this.#running.has(name);
	}

	/** Resolves when this window is not sending the draft of this name. */
	async whenEnded(name: string): Promise<void> {
		await this.#running.get(name)?.catch(() => {});
	}

	/** Runs `work` while no window is sending the draft of this name. If another window has not finished after a few seconds, runs it anyway. */
	async runAfter(name: string, work: () => Promise<void>): Promise<void> {
		let hasBegun = false;
		const begin = () => {
			hasBegun = true;
			return work();
		};
		await this.whenEnded(name);
		try {
			await this.run(name, begin);
		} catch (error) {
			if (hasBegun) throw error;
			await work();
		}
	}

	/** Runs `send` while no other window sends the draft of this name. Rejects if another window is sending it. */
	async run(name: string, send: () => Promise<void>): Promise<void> {
		const running = this.#run(name, send);
		this.#running.set(name, running);
		try {
			await running;
		} finally {
			this.#running.delete(name);
		}
	}

	async #run(name: string, send: () => Promise<void>): Promise<void> {
		const waiting = AbortSignal.timeout(waitMs);
		let hasBegun = false;
		const begin = () => {
			hasBegun = true;
			return send();
		};
		const lock = {
			storage: this.#storage,
			name: ['sending', name],
			log: this.#log,
			signal: waiting,
		} as const;
		try {
			await lockIfPossible(lock, begin);
		} catch (error) {
			if (hasBegun || error !== waiting.reason) throw error;
			throw new ForgeError('busy', 'Another window is sending this draft.');
		}
	}
}
