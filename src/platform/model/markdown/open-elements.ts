/** The most HTML elements inside each other. */
const deepest = 20;

/**
 * The open elements while tags are paired: those of HTML tags, and pairs of Markdown. Tags pair only within the same pair of Markdown, so
 * that HTML never closes what Markdown has opened.
 */
export class OpenElements {
	/** Undefined stands for a pair of Markdown. */
	readonly #open: (string | undefined)[] = [];
	#count = 0;
	readonly #didExceed: () => never;

	/** `didExceed` is called if elements are nested too deeply. */
	constructor(didExceed: () => never) {
		this.#didExceed = didExceed;
	}

	/** The elements of tags in the innermost pair of Markdown, from the innermost to the outermost. */
	get elements(): readonly string[] {
		return this.#open
			.slice(this.#open.lastIndexOf(undefined) + 1)
			.flatMap((name) => name ?? [])
			.reverse();
	}

	open(name: string): void {
		this.#open.push(name);
		if (++this.#count > deepest) this.#didExceed();
	}

	/** Closes the innermost elements, and returns them. */
	close(count: number): readonly string[] {
		const closed = this.elements.slice(0, count);
		this.#open.length -= closed.length;
		this.#count -= closed.length;
		return closed;
	}

	openPair(): void {
		this.#open.push(undefined);
	}

	/** Closes the innermost pair of Markdown, and returns the elements that were open in it. */
	closePair(): readonly string[] {
		const closed = this.close(Infinity);
		this.#open.pop();
		return closed;
	}
}
