/** Values in groups that can be united. */
export class DisjointSets<T> {
	readonly #parents = new Map<T, T>();

	/** Returns the value that stands for the group of a value. */
	find(value: T): T {
		let top = value;
		for (let next = this.#parents.get(top); next !== undefined; next = this.#parents.get(top)) top = next;
		// Shortens the way for the next search.
		for (let at = value; at !== top; ) {
			const next = this.#parents.get(at) ?? top;
			this.#parents.set(at, top);
			at = next;
		}
		return top;
	}

	unite(one: T, other: T): void {
		const top = this.find(one);
		const otherTop = this.find(other);
		if (top !== otherTop) this.#parents.set(otherTop, top);
	}

	/** The groups, in the order of their first values. */
	groups(values: Iterable<T>): readonly (readonly T[])[] {
		const groups = new Map<T, T[]>();
		for (const value of values) {
			const top = this.find(value);
			const group = groups.get(top);
			if (group) group.push(value);
			else groups.set(top, [value]);
		}
		return [...groups.values()];
	}
}
