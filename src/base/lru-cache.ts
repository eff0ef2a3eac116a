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
		// Some caches stay empty. To look up a long key costs something even then.
		const value = this.#values.size > 0 ? this.#values.get(key) : undefined;
		if (value === undefined) return undefined;
		// A map keeps insertion order, so the value that was used longest ago is the first.
		this.#values.delete(key);
		this.#values.set(key, value);
		return value;
	}

	/** Does not keep a value that is too heavy alone. */
	set(key: string, value: Value): void {
		this.delete(key);
		const weight = this.#weigh(value);
		if (weight > this.#maxWeight) return;
		this.#values.set(key, value);
		this.#weight += weight;
		for (const oldest of this.#values.keys()) {
			if (this.#weight <= this.#maxWeight) break;
			this.delete(oldest);
		}
	}

	clear(): void {
		this.#values.clear();
		this.#weight = 0;
	}

	delete(key: string): void {
		const value = this.#values.size > 0 ? this.#values.get(key) : undefined;
		if (value === undefined) return;
		this.#values.delete(key);
		this.#weight -= this.#weigh(value);
	}
}
