import { isLetterOrDigit } from '../../../platform/model/search-form.ts';

/** The ranks of what is found at the start of a text, at the start of a word, and inside one. The lowest rank is the best. */
export interface PositionRanks {
	readonly start: number;
	readonly word: number;
	readonly inside: number;
}

/** Texts in one string, because searching it is much faster than searching each of them. */
export class TextIndex {
	readonly #text: string;
	/** Where each text begins, and where another one would begin. */
	readonly #starts: Uint32Array;

	constructor(texts: readonly string[]) {
		this.#text = texts.map((text) => `${text}\n`).join('');
		this.#starts = new Uint32Array(texts.length + 1);
		for (const [nth, text] of texts.entries())
			this.#starts[nth + 1] = (this.#starts[nth] ?? 0) + text.length + 1;
	}

	/** Lowers the rank of each text that has these words, which have no line end, to that of their best position in it. */
	rank(words: string, { start, word, inside }: PositionRanks, ranks: Uint8Array): void {
		const text = this.#text;
		const starts = this.#starts;
		let nth = 0;
		for (let at = text.indexOf(words); at !== -1; ) {
			let next = starts[nth + 1] ?? text.length;
			while (next <= at) {
				nth += 1;
				next = starts[nth + 1] ?? text.length;
			}
			const isInside = at !== starts[nth] && isLetterOrDigit(text.charCodeAt(at - 1));
			const rank = isInside ? inside : at === starts[nth] ? start : word;
			if (rank < (ranks[nth] ?? 0)) ranks[nth] = rank;
			at = text.indexOf(words, isInside ? at + 1 : next);
		}
	}
}
