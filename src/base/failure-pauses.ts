import { steadyTime } from './clock.ts';

interface Pause {
	readonly endsAt: number;
	readonly ms: number;
}

/**
 * What has failed is not asked for again during a pause, which doubles with each failure in succession up to the longest. Views and pages ask whenever they are
 * drawn, and a failure may draw them again.
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

	/** It has failed. Requests that ran at the same time report the same failure, which lengthens the pause once. */
	begin(key: Key): void {
		if (this.isPaused(key)) return;
		const before = this.#pauses.get(key)?.ms ?? this.#shortestMs / 2;
		const ms = Math.min(2 * before, this.#longestMs);
		this.#pauses.set(key, { endsAt: steadyTime() + ms, ms });
	}

	/** It has succeeded, or the user wants it to be tried again. */
	end(key: Key): void {
		this.#pauses.delete(key);
	}
}
