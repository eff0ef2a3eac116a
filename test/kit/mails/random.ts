/** Reproducible random numbers, so that a failing case can be run again. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed | 0;
	}

	/** A whole number from 0 to below `end`. */
	below(end: number): number {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
	}

	/** True in `percent` of 100 cases. */
	chance(percent: number): boolean {
		return this.below(100) < percent;
	}

	pick<T>(list: readonly T[]): T {
		const found = list[this.below(list.length)];
		if (found === undefined) throw new Error('There is nothing to choose from.');
		return found;
	}
}
