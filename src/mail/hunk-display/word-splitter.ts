import { pattern } from '../../base/text/pattern.ts';

/** A line as words: runs of letters and digits, or single other characters. White space is between them. */
export interface Words {
	/** Equal words have equal numbers. */
	readonly ids: Int32Array;
	/** Offsets in the text. */
	readonly starts: Int32Array;
	readonly ends: Int32Array;
}

const asciiWord = /\w+|[^\w\s]/g;
const isAscii = /^[\t\n\r -~]*$/;

/**
 * Letters of scripts without spaces between words are words of their own. Characters are not separated from the accents, joiners and
 * skin tones that follow them.
 */
const anyWord = pattern(
	String.raw`(?:[[\p{L}\p{N}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]][\p{M}\u200c\u200d]*)+` +
		String.raw`|\p{RI}{2}|\S(?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\S)*`,
	'gv',
);

/** Divides lines into words. Words of all lines that one splitter has read can be compared. */
export class WordSplitter {
	readonly #ids = new Map<string, number>();
	readonly #weights: number[] = [];

	split(text: string): Words {
		const ids: number[] = [];
		const starts: number[] = [];
		const ends: number[] = [];
		for (const { 0: word, index } of text.matchAll(isAscii.test(text) ? asciiWord : anyWord())) {
			ids.push(this.#idOf(word));
			starts.push(index);
			ends.push(index + word.length);
		}
		return { ids: Int32Array.from(ids), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
	}

	/** How much a word counts when lines are compared: words by their length, a punctuation mark little. */
	weightOf(id: number): number {
		return this.#weights[id] ?? 0;
	}

	#idOf(word: string): number {
		const known = this.#ids.get(word);
		if (known !== undefined) return known;
		const id = this.#ids.size;
		this.#ids.set(word, id);
		this.#weights.push(isPunctuation.test(word) ? 1 : 2 * word.length);
		return id;
	}
}

const isPunctuation = /^[!-/:-@[-^`{-~]$/;
