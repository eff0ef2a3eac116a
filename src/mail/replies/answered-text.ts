import { keyOf, withoutSpace } from './quote-index.ts';

/** Shorter quotes of a reply may be anywhere. */
const shortestQuote = 4;
/** The last word of a quote of so many characters may have been cut off, and the lines above it may have been changed. */
const longQuote = 20;
const longestTail = 8;

/** Searches a text, from its end, for as many of the last lines of a quote as it has. White space does not count. */
class EndSearch {
	readonly length: number;
	/** The end of the last line. A text without it has none of the lines. */
	readonly tail: string;
	readonly #text: string;
	/** By the number of characters that match: with how many the search goes on if the next one does not match (Knuth, Morris and Pratt). */
	readonly #shorter: Int32Array;
	/** By the number of characters that match: how many of them are whole lines. */
	readonly #ofLines: Int32Array;

	constructor(keys: readonly string[]) {
		this.#text = keys.join('');
		this.length = this.#text.length;
		this.tail = keys.at(-1)?.slice(-longestTail) ?? '';
		this.#shorter = new Int32Array(this.length + 1);
		this.#ofLines = new Int32Array(this.length + 1);
		let length = 0;
		for (const key of keys.toReversed()) {
			length += key.length;
			this.#ofLines[length] = length;
		}
		for (let count = 1; count <= this.length; count += 1) {
			const code = this.#text.charCodeAt(this.length - count);
			const shorter = count === 1 ? 0 : this.withOneMore(this.#shorter[count - 1] ?? 0, code);
			this.#shorter[count] = shorter;
			this.#ofLines[count] ||= this.#ofLines[shorter] ?? 0;
		}
	}

	/** How many characters at the end match after the character `code` is put before `count` characters that match. */
	withOneMore(count: number, code: number): number {
		let matched = count;
		while (matched > 0 && this.#text.charCodeAt(this.length - 1 - matched) !== code)
			matched = this.#shorter[matched] ?? 0;
		return this.#text.charCodeAt(this.length - 1 - matched) === code ? matched + 1 : 0;
	}

	/** How many of the last `count` characters are in whole lines. */
	ofLines(count: number): number {
		return this.#ofLines[count] ?? 0;
	}
}

/** What the author of a reply wrote, in which quotes of it are looked for. White space does not count: mail programs change it. */
export class AnsweredText {
	readonly #text: string;
	/** 1 where a word starts or ends in the text without white space. */
	readonly #bounds: Uint8Array;

	constructor(text: string) {
		this.#text = withoutSpace(text);
		this.#bounds = new Uint8Array(this.length + 1);
		this.#bounds[0] = 1;
		let length = 0;
		for (const word of text.split(/\s+/)) {
			length += word.length;
			this.#bounds[length] = 1;
		}
	}

	get length(): number {
		return this.#text.length;
	}

	/** The length of the longest end of the quote that is in the text: whole lines, with whole words at both ends. */
	longestEnd(lines: EndSearch): number {
		let longest = 0;
		let count = 0;
		if (!this.#text.includes(lines.tail)) return 0;
		for (let at = this.length - 1; at >= 0; at -= 1) {
			count = lines.withOneMore(count, this.#text.charCodeAt(at));
			const found = lines.ofLines(count);
			if (found > longest && this.#isWhole(at, at + found)) longest = found;
		}
		return longest;
	}

	/** Whether the text has all these lines in order, as whole words, also where it has others between them. */
	hasLines(lines: readonly EndSearch[]): boolean {
		let at = this.length;
		return lines.toReversed().every((line) => {
			let count = 0;
			for (at -= 1; at >= 0; at -= 1) {
				count = line.withOneMore(count, this.#text.charCodeAt(at));
				if (count === line.length && this.#isWhole(at, at + count)) return true;
			}
			return false;
		});
	}

	#isWhole(start: number, end: number): boolean {
		return this.#bounds[start] === 1 && (this.#bounds[end] === 1 || end - start >= longQuote);
	}
}

/**
 * The indices of the texts that a quote can be from: the texts with the whole quote, else those with its last paragraph, else the text with
 * most of its last lines.
 */
export function textsWithQuote(texts: readonly AnsweredText[], lines: readonly string[]): readonly number[] {
	const keys = lines.map(keyOf);
	const whole = keys.filter((key) => key !== '');
	const paragraph = keys.slice(keys.lastIndexOf('') + 1);
	// Of all lines together: Chinese is wrapped within its words, so a single line may not begin or end between words.
	const search = new EndSearch(whole);
	const ends = texts.map((text) => text.longestEnd(search));
	for (const quote of paragraph.length < whole.length ? [whole, paragraph] : [whole]) {
		const length = quote.join('').length;
		if (length < shortestQuote) continue;
		let each: readonly EndSearch[] | undefined;
		const found = [...ends.keys()].filter((index) => {
			const end = ends[index] ?? 0;
			if (end === 0) return false;
			if (end >= length) return true;
			each ??= quote.map((key) => new EndSearch([key]));
			return texts[index]?.hasLines(each);
		});
		if (found.length > 0) return found;
	}
	const longest = ends.reduce((one, other) => Math.max(one, other), 0);
	const found = [...ends.keys()].filter((index) => ends[index] === longest);
	return longest >= longQuote && found.length === 1 ? found : [];
}
