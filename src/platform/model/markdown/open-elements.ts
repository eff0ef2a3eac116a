/** How deep HTML elements can be nested. */
const deepest = 20;

/**
 * The open elements while tags are paired: those of HTML tags, and Markdown containers. Tags pair only within the same Markdown container, so
 * that HTML never closes what Markdown has opened.
 */
export class OpenElements {
	/** Undefined stands for a Markdown container. */
	readonly #open: (string | undefined)[] = [];
	#count = 0;
	readonly #throwTooDeep: () => never;

	/** `throwTooDeep` is called if elements are nested too deeply. */
	constructor(throwTooDeep: () => never) {
		this.#throwTooDeep = throwTooDeep;
	}

	/** The elements of tags in the innermost Markdown container, from the innermost to the outermost. */
	get elements(): readonly string[] {
		return this.#open
			.slice(this.#open.lastIndexOf(undefined) + 1)
			.flatMap((name) => name ?? [])
			.reverse();
	}

	open(name: string): void {
		this.#open.push(name);
		if (++this.#count > deepest) this.#throwTooDeep();
	}

	/** Closes the innermost elements, and returns them. */
	close(count: number): readonly string[] {
		const closed = this.elements.slice(0, count);
		this.#open.length -= closed.length;
		this.#count -= closed.length;
		return closed;
	}

	openContainer(): void {
		this.#open.push(undefined);
	}

	/** Closes the innermost Markdown container, and returns the elements that were open in it. */
	closeContainer(): readonly string[] {
		const closed = this.close(Infinity);
		this.#open.pop();
		return closed;
	}
}
