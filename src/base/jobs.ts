import { tryAsync } from './abort.ts';
import type { Disposable } from './disposable.ts';
import { Lifetime } from './lifetime.ts';

interface WaitingJob {
	/** The work that was requested last. */
	work: () => unknown;
	readonly end: PromiseWithResolvers<void>;
}

/**
 * Runs work by key: one at a time of each key, at most `most` at a time of all keys, in the order of the requests. Work that waits is replaced by
 * what is requested later for its key. A key can pause or be held: its next work then waits, and the others go on.
 */
export class Jobs<Key = string> implements Disposable {
	readonly #most: number;
	readonly #isHeld: (key: Key) => boolean;
	readonly #lifetime = new Lifetime();
	readonly #waiting = new Map<Key, WaitingJob>();
	readonly #running = new Map<Key, Promise<void>>();
	/** The timers of the keys that pause. */
	readonly #pauses = new Map<Key, Disposable>();

	/** Call `begin` when `isHeld` may no longer return true for a key. */
	constructor(most = Number.POSITIVE_INFINITY, isHeld: (key: Key) => boolean = () => false) {
		this.#most = most;
		this.#isHeld = isHeld;
	}

	/** Whether work of the key waits or runs. */
	isBusy(key: Key): boolean {
		return this.#waiting.has(key) || this.#running.has(key);
	}

	/** Settles with the work that was requested last for the key; undefined if none waits or runs. */
	last(key: Key): Promise<void> | undefined {
		return this.#waiting.get(key)?.end.promise ?? this.#running.get(key);
	}

	/**
	 * Settles with this work, or with the work that replaces it. The work begins at once if nothing keeps it waiting. `waitMs` replaces the
	 * remaining pause of the key.
	 */
	request(key: Key, work: () => unknown, waitMs?: number): Promise<void> {
		const job = this.#waiting.get(key) ?? { work, end: Promise.withResolvers<void>() };
		job.work = work;
		if (!this.#lifetime.ended) this.#waiting.set(key, job);
		if (waitMs !== undefined) this.#setPause(key, waitMs);
		this.begin();
		return job.end.promise;
	}

	/** The key pauses for this time from now on, instead of what is left of an earlier pause. */
	pause(key: Key, ms: number): void {
		this.#setPause(key, ms);
		this.begin();
	}

	/** Ends the pauses of all keys. */
	resume(): void {
		for (const key of [...this.#pauses.keys()]) this.pause(key, 0);
	}

	/** Begins what nothing keeps waiting. */
	begin(): void {
		for (const [key, { work, end }] of this.#waiting) {
			if (this.#running.size >= this.#most) return;
			if (this.#running.has(key) || this.#pauses.has(key) || this.#isHeld(key)) continue;
			this.#waiting.delete(key);
			this.#running.set(key, end.promise);
			const didEnd = () => {
				this.#running.delete(key);
				this.begin();
			};
			tryAsync(work).then(
				() => {
					end.resolve();
					didEnd();
				},
				(failure) => {
					end.reject(failure);
					didEnd();
				},
			);
		}
	}

	/** Resolves when all that waits or runs has ended, successfully or not. */
	async settled(): Promise<void> {
		await Promise.allSettled([...this.#running.keys(), ...this.#waiting.keys()].map((key) => this.last(key)));
	}

	/** Begins nothing more. What is running goes on. The promises of what waits never settle. */
	dispose(): void {
		this.#waiting.clear();
		this.#lifetime.dispose();
	}

	#setPause(key: Key, ms: number): void {
		this.#pauses.get(key)?.dispose();
		this.#pauses.delete(key);
		if (ms > 0)
			this.#pauses.set(
				key,
				this.#lifetime.timeout(() => this.pause(key, 0), ms),
			);
	}
}
