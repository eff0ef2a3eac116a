/** Keeps the values that were used last, up to a total weight. */
export class LruCache<Value> {
	readonly #maxWeight: number;
	readonly #weigh: (value: Value) => number;
	readonly #values = new Map<string, Value>();
	#weight = 0;

	constructor(maxWeight: number, weigh: (value: Value) => number) {
		this.#maxWeight = maxWeight;
		this.#weigh = weigh;
	}

	get(key: string): Value | undefined {
		const value = this.#values.get(key);
		if (value === undefined) return undefined;
		// A map keeps insertion order, so the value that was used longest ago is the first.
		this.#values.delete(key);
		this.#values.set(key, value);
		return value;
	}

	set(key: string, value: Value): void {
		this.#remove(key);
		this.#values.set(key, value);
		this.#weight += this.#weigh(value);
		for (const oldest of this.#values.keys()) {
			if (this.#weight <= this.#maxWeight) break;
			this.#remove(oldest);
		}
	}

	#remove(key: string): void {
		const value = this.#values.get(key);
		if (value === undefined) return;
		this.#values.delete(key);
		this.#weight -= this.#weigh(value);
	}
}
