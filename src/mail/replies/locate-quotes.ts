import { keyOf, type QuoteIndex } from './quote-index.ts';
import type { QuotedLine } from './reply-parts.ts';

/** A line with fewer letters and digits, such as `}`, is only recognized by its neighbors. */
const leastTelling = 4;
/** If more lines are equal, only the first and last of them are compared. */
const maxCandidates = 50;
/** Mail programs wrap a line to at most so many. */
const maxWrapped = 4;
/** Shorter beginnings of wrapped lines are not looked for. */
const shortestStart = 6;
/** How many empty lines may be added or missing in one place. */
const maxSkipped = 3;

/** A line of a reply and the line of the diff that it quotes, as indices. */
type Match = readonly [quote: number, line: number];

/**
 * For each quoted line the index of the line of the diff, or -1. Quotes follow the order of the diff. Lines that the diff has only once, the
 * anchors, are placed first. All other lines are placed only between the anchors around them, which tells equal lines apart.
 */
export function locateQuotes(index: QuoteIndex, quotes: readonly QuotedLine[]): Int32Array {
	const search = new Search(index, quotes);
	const located = new Int32Array(quotes.length).fill(-1);
	const anchors = search.anchors();
	let low = -1;
	let nextAnchor = 0;
	for (let at = 0; at < quotes.length; at += 1) {
		while ((anchors[nextAnchor]?.[0] ?? at) < at) nextAnchor += 1;
		if (located[at] !== -1) continue;
		const [anchor, anchorLine = index.lines.length] = anchors[nextAnchor] ?? [];
		const run = at === anchor ? search.runFrom(at, anchorLine) : search.bestRun(at, low, anchorLine);
		for (const [quote, found] of run) {
			located[quote] = found;
			low = Math.max(low, found);
		}
	}
	return located;
}

class Search {
	readonly #index: QuoteIndex;
	readonly #quotes: readonly QuotedLine[];
	readonly #keys: readonly string[];

	constructor(index: QuoteIndex, quotes: readonly QuotedLine[]) {
		this.#index = index;
		this.#quotes = quotes;
		this.#keys = quotes.map(({ content }) => keyOf(content));
	}

	/** The quoted lines that the diff has only once; as many of them as are in the order of the diff. */
	anchors(): readonly Match[] {
		const matches = this.#keys.flatMap((key, at): Match[] => {
			// Without `...others`, which would copy the tens of thousands of equal lines that a diff may have.
			const lines = isTelling(key) && this.#hasMark(at) ? this.#index.linesWith(key) : [];
			const [line] = lines;
			return line === undefined || lines.length > 1 ? [] : [[at, line]];
		});
		return longestIncreasing(matches);
	}

	/** The longest run of matches that starts with this quote, with lines of the diff between `low` and `high`. */
	bestRun(at: number, low: number, high: number): readonly Match[] {
		const key = this.#keys[at] ?? '';
		if (key === '' || !this.#hasMark(at)) return [];
		const candidates = this.#candidates(key, low, high);
		let best: readonly Match[] = [];
		for (const line of candidates) {
			const run = this.runFrom(at, line);
			if (run.length > best.length) best = run;
		}
		// A single match of a short line, such as `}`, means nothing if the diff has several equal lines. Longer lines are quoted in order.
		return best.length > 1 || candidates.length === 1 || isTelling(key) ? best : [];
	}

	#candidates(key: string, low: number, high: number): readonly number[] {
		const exact = this.#index.linesWith(key);
		const all =
			exact.length > 0 || key.length < shortestStart
				? exact
				: this.#index.linesStartingWith(key, maxCandidates);
		const start = indexAbove(all, low);
		const end = indexAbove(all, high - 1);
		if (end - start <= maxCandidates) return all.slice(start, end);
		return [...all.slice(start, start + maxCandidates / 2), ...all.slice(end - maxCandidates / 2, end)];
	}

	/** The quotes from this one on that follow the diff from a line on. Empty lines may be added or missing. */
	runFrom(start: number, first: number): readonly Match[] {
		const run: Match[] = [];
		let at = start;
		let line = first;
		let skipped = 0;
		while (at < this.#keys.length && line < this.#index.lines.length && skipped <= maxSkipped) {
			const key = this.#keys[at];
			const expected = this.#index.lines[line]?.key;
			skipped += 1;
			if (key === '' && expected !== '') at += 1;
			else if (expected === '' && key !== '') line += 1;
			else {
				const count = this.#matchLength(at, line);
				if (count === 0) break;
				for (let nth = 0; nth < count; nth += 1) run.push([at + nth, line]);
				at += count;
				line += 1;
				skipped = 0;
			}
		}
		return run;
	}

	/** How many quoted lines from here on are this line of the diff: several if it was wrapped, 0 if they differ. */
	#matchLength(at: number, line: number): number {
		const expected = this.#index.lines[line]?.key ?? '';
		let joined = this.#keys[at] ?? '';
		if (!this.#hasMark(at)) return 0;
		if (joined === expected) return 1;
		for (let count = 1; count < maxWrapped && joined !== '' && expected.startsWith(joined); count += 1) {
			joined += this.#keys[at + count] ?? '';
			if (joined === expected) return count + 1;
		}
		return 0;
	}

	/** Whether the line is quoted, and not perhaps the unmarked end of a wrapped line. */
	#hasMark(at: number): boolean {
		return this.#quotes[at]?.looseEnd === undefined;
	}
}

const isTelling = (key: string): boolean =>
	key.startsWith('@@-') || (key.match(/[\p{L}\p{N}]/gu) ?? []).length >= leastTelling;

/** The longest part of the matches whose lines increase. */
function longestIncreasing(matches: readonly Match[]): readonly Match[] {
	/** For each length, the index of the match with the lowest line that ends such a part. */
	const ends: number[] = [];
	/** The lines of those matches. */
	const endLines: number[] = [];
	const previous: number[] = [];
	for (const [at, [, line]] of matches.entries()) {
		const length = indexAbove(endLines, line - 1);
		previous[at] = ends[length - 1] ?? -1;
		ends[length] = at;
		endLines[length] = line;
	}
	const found: Match[] = [];
	for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) {
		const match = matches[at];
		if (match) found.push(match);
	}
	return found.reverse();
}

/** The index of the first number above the limit, of numbers in ascending order. */
function indexAbove(numbers: readonly number[], limit: number): number {
	let low = 0;
	let high = numbers.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
		else high = middle;
	}
	return low;
}
