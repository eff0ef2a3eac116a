import type { NumberedLines } from './match-lines.ts';

/** Gives equal lines equal numbers, so that comparing lines of any length costs the same. */
export class LineNumbers {
	readonly #numbers = new Map<string, number>();

	/** All numbers are below this. */
	get count(): number {
		return this.#numbers.size;
	}

	of(lines: readonly string[]): NumberedLines {
		return Int32Array.from(lines, (line) => {
			const known = this.#numbers.get(line);
			if (known !== undefined) return known;
			this.#numbers.set(line, this.#numbers.size);
			return this.#numbers.size - 1;
		});
	}
}
