/** A generator of pseudorandom numbers. The same seed always gives the same sequence (mulberry32). */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed;
	}

	/** An integer from 0 up to, but not including, `limit`. */
	below(limit: number): number {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
	}

	/** One of some values. */
	pick<T>(values: readonly T[]): T {
		const found = values[this.below(values.length)];
		if (found === undefined) throw new Error('There is nothing to choose from.');
		return found;
	}
}
