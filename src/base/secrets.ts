/**
 * Secrets that must never appear in a log, a report or a message. Every string that goes into or comes out of `SecretStorage` is
 * added, and so is each secret path. Secrets cannot be removed: after sign-out, a token may still appear in a pending error.
 */
export class Secrets {
	readonly #all = new Set<string>();

	get count(): number {
		return this.#all.size;
	}

	add(secret: string): void {
		if (secret !== '') this.#all.add(secret);
	}

	/** The secrets that were added after the first `count`. */
	addedAfter(count: number): readonly string[] {
		return [...this.#all].slice(count);
	}
}
