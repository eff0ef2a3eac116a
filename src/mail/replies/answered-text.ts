import { keyOf, withoutSpace } from './quote-index.ts';

/** Shorter quotes of a reply may be anywhere. */
const shortestQuote = 4;
/** The end of a line of so many characters may have been cut off. */
const leastCut = 900;

/** What the author of a reply wrote, in which quotes of it are looked for. White space does not count: mail programs change it. */
export class AnsweredText {
	readonly #text: string;
	/** Where words start and end in the text without white space. */
	readonly #bounds: ReadonlySet<number>;

	constructor(text: string) {
		const bounds = new Set([0]);
		let length = 0;
		for (const word of text.split(/\s+/)) {
			length += word.length;
			bounds.add(length);
		}
		this.#text = withoutSpace(text);
		this.#bounds = bounds;
	}

	get length(): number {
		return this.#text.length;
	}

	/** Whether the text has all these lines, as whole words. Where some were left out, they are in order. */
	hasQuote(lines: readonly string[]): boolean {
		const keys = lines.map(keyOf).filter((key) => key !== '');
		const joined = keys.join('');
		// Chinese is wrapped within its words, so the lines alone may not be whole words.
		return joined.length >= shortestQuote && (this.#has([joined]) || this.#has(keys));
	}

	#has(keys: readonly string[]): boolean {
		let at = 0;
		return keys.every((key) => {
			let found = this.#text.indexOf(key, at);
			while (found !== -1 && !this.#isWhole(found, found + key.length))
				found = this.#text.indexOf(key, found + 1);
			at = found + key.length;
			return found !== -1;
		});
	}

	#isWhole(start: number, end: number): boolean {
		return this.#bounds.has(start) && (this.#bounds.has(end) || end - start >= leastCut);
	}
}

/** The last paragraph of quoted lines. */
const lastParagraph = (lines: readonly string[]): readonly string[] =>
	lines.slice(lines.findLastIndex((line) => line.trim() === '') + 1);

/** The indices of the texts that a quote can be from: those that have all of it, or otherwise its last paragraph. */
export function textsWithQuote(texts: readonly AnsweredText[], lines: readonly string[]): readonly number[] {
	for (const quote of [lines, lastParagraph(lines)]) {
		const found = [...texts.keys()].filter((index) => texts[index]?.hasQuote(quote));
		if (found.length > 0) return found;
	}
	return [];
}
