import { isLetterOrDigit } from '../../platform/model/search-form.ts';
import { baseName } from './paths.ts';

interface IndexedPath {
	readonly path: string;
	readonly lower: string;
	/** Where the file name begins. */
	readonly base: number;
}

/** How well a word matches a path, best first. `nameWord`: the start of a word in the file name. */
const ranks = { name: 0, nameStart: 1, nameWord: 2, inName: 3, inPath: 4, lettersInName: 5, letters: 6 };
const noMatch = -1;
const maxWords = 8;
/** An empty query finds the first paths, up to this number. */
const maxFirst = 1000;

/**
 * Finds paths by words, parts of words, or some of their letters in order. Is fast enough to search 20,000 paths at each keystroke. VS
 * Code's own quick pick is not: it would have to receive and show all of them.
 */
export class PathMatcher {
	/** The paths of each length, so that the shorter of equally good matches comes first without sorting. */
	readonly #byLength: IndexedPath[][] = [];
	readonly #first: string[] = [];
	#size = 0;
	/** The matches of the previous query. A query that begins with it has no other matches. */
	#previous: { readonly query: string; readonly matches: readonly IndexedPath[] } | undefined;

	get size(): number {
		return this.#size;
	}

	add(paths: Iterable<string>): void {
		for (const path of paths) {
			const lower = fold(path);
			this.#byLength[path.length] ??= [];
			this.#byLength[path.length]?.push({ path, lower, base: lower.length - baseName(lower).length });
			this.#size += 1;
			if (this.#first.length < maxFirst) this.#first.push(path);
		}
		this.#previous = undefined;
	}

	/** The best matches. The words of the query, separated by spaces, must all match. An empty query matches everything. */
	find(query: string, maxPaths: number): readonly string[] {
		const words = fold(query).split(/\s+/).filter(Boolean).slice(0, maxWords);
		if (words.length === 0) return this.#first.slice(0, maxPaths);
		const text = words.join(' ');
		const previous = this.#previous && text.startsWith(this.#previous.query) ? this.#previous : undefined;
		const matches: IndexedPath[] = [];
		const best: string[][] = Array.from({ length: ranks.letters * maxWords + 1 }, () => []);
		for (const paths of previous ? [previous.matches] : this.#byLength) {
			for (const path of paths ?? []) {
				const rank = rankOf(path, words);
				if (rank === noMatch) continue;
				matches.push(path);
				const equallyGood = best[rank];
				if (equallyGood && equallyGood.length < maxPaths) equallyGood.push(path.path);
			}
		}
		this.#previous = { query: text, matches };
		return best.flat().slice(0, maxPaths);
	}
}

/** Some systems write an accented letter as one character, others as two. */
const fold = (text: string): string => text.toLowerCase().normalize();

function rankOf(path: IndexedPath, words: readonly string[]): number {
	let sum = 0;
	for (const word of words) {
		const rank = rankOfWord(path, word);
		if (rank === noMatch) return noMatch;
		sum += rank;
	}
	return sum;
}

function rankOfWord({ lower, base }: IndexedPath, word: string): number {
	const at = lower.indexOf(word, base);
	if (at === base) return lower.length - base === word.length ? ranks.name : ranks.nameStart;
	if (at > base) return isLetterOrDigit(lower.charCodeAt(at - 1)) ? ranks.inName : ranks.nameWord;
	if (lower.includes(word)) return ranks.inPath;
	if (hasLetters(lower, base, word)) return ranks.lettersInName;
	return hasLetters(lower, 0, word) ? ranks.letters : noMatch;
}

function hasLetters(text: string, from: number, letters: string): boolean {
	let at = from - 1;
	for (let next = 0; next < letters.length; next++) {
		at = text.indexOf(letters.charAt(next), at + 1);
		if (at === -1) return false;
	}
	return true;
}
