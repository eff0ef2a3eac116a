import { steadyTime } from './clock.ts';

interface Pause {
	readonly endsAt: number;
	readonly ms: number;
}

/**
 * Pauses after failures, by key. The pause doubles with each failure in succession up to the longest. It is needed because views and pages
 * ask whenever they are drawn, and a failure may draw them again.
 */
export class FailurePauses<Key = 'all'> {
	readonly #shortestMs: number;
	readonly #longestMs: number;
	readonly #pauses = new Map<Key, Pause>();

	constructor(shortestMs = 60_000, longestMs = shortestMs) {
		this.#shortestMs = shortestMs;
		this.#longestMs = longestMs;
	}

	isPaused(key: Key): boolean {
		const pause = this.#pauses.get(key);
		return pause !== undefined && steadyTime() < pause.endsAt;
	}

	/** Call after a failure. Requests that ran at the same time report the same failure, which lengthens the pause once. */
	begin(key: Key): void {
		if (this.isPaused(key)) return;
		const before = this.#pauses.get(key);
		const ms = before ? Math.min(2 * before.ms, this.#longestMs) : this.#shortestMs;
		this.#pauses.set(key, { endsAt: steadyTime() + ms, ms });
	}

	/** Call after a success, or when the user wants to try again. */
	end(key: Key): void {
		this.#pauses.delete(key);
	}
}
