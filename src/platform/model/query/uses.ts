/** Counts how often words are used. */
export class Uses {
	readonly #counts = new Map<string, number>();

	add(word: string, times = 1): void {
		if (word !== '') this.#counts.set(word, this.of(word) + times);
	}

	of(word: string): number {
		return this.#counts.get(word) ?? 0;
	}

	/** The most used words first. Equally used ones are in the order in which they were added. */
	get byFrequency(): readonly string[] {
		return [...this.#counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
	}
}
