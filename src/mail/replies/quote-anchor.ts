import { isLine } from '../text/line-kinds.ts';
import type { QuotablePlace } from './quotable-text.ts';
import type { QuoteIndex } from './quote-index.ts';
import { isOmission, type QuotedLine } from './reply-parts.ts';

/** Lines of a hunk, by indices. The header of a file, for the file as a whole, is line -1 of hunk 0, also if the file has no hunks. */
export interface QuoteAnchor {
	readonly patch: number;
	readonly file: number;
	readonly hunk: number;
	readonly first: number;
	readonly last: number;
}

/** Lines of a text outside of a diff, as in `TextPlace`. */
export interface TextAnchor {
	readonly text: QuotablePlace['text'];
	readonly patch: number;
	readonly first: number;
	readonly last: number;
}

/** The quotes of a reply, with the lines of the diff that they are, as indices. */
export interface LocatedQuotes {
	readonly index: QuoteIndex;
	readonly quotes: readonly QuotedLine[];
	readonly located: Int32Array;
	/** The level of quotes from the patch: 1 in a reply to the patch, 2 in a reply to such a reply. */
	readonly depth: number;
}

/** A longer quote was not trimmed, so only its end is meant. */
const maxLines = 12;
/** How many quoted lines that are not in the diff may be between its lines and the reply, because they were damaged. */
const maxUnknown = 2;
/** How many lines of the diff may be missing inside a quote. */
const maxMissing = 3;
/** A reply below a whole diff or text is about all of it, unless it is this short. */
const shortDiff = 20;
const shortText = 8;
/** The part of the lines with which a diff or text counts as whole. */
const nearlyAll = 0.9;

/** What is known of the earlier replies that a reply quotes. `level` is how many `>` the quotes have. */
export interface AnsweredReplies {
	/** The lines that replies with these words are about. */
	find(level: number, lines: readonly string[]): readonly Anchor[];
	/** Whether the author of such a reply wrote a line. Then it is no quote of the mail, even if the mail has the same line. */
	hasLine(level: number, line: string): boolean;
}

type Anchor = QuoteAnchor | TextAnchor;

/**
 * The lines that a part of a reply is about: the last of the quotes above it that are in the mail, or the lines of the earlier reply that
 * `answered` finds for a quote. Undefined if it is not about lines of the mail.
 */
export function findQuoteAnchor(
	{ index, quotes, located, depth }: LocatedQuotes,
	from: number,
	to: number,
	answered: AnsweredReplies,
): Anchor | undefined {
	let unknown = 0;
	/** Replies with the words that are quoted last, if there are several: the quotes above tell which is meant. */
	let possible: readonly Anchor[] = [];
	/** The first line of the words for which `answered` was asked last. */
	let wordsStart = to;
	for (let at = to - 1; at >= from; at -= 1) {
		const quote = quotes[at];
		const isLocated = (located[at] ?? -1) !== -1;
		if (!quote || isUnimportant(quote, isLocated)) continue;
		if (possible.length === 0 && at < wordsStart) {
			wordsStart = startOfWords(at);
			possible = answered.find(quote.level, quotes.slice(wordsStart, at + 1).map(contentOf));
			if (possible.length > 0) {
				if (possible.every((one) => isSamePlace(one, possible[0]))) return possible[0];
				// Goes on above these words.
				at = wordsStart;
				continue;
			}
		}
		if (isLocated) {
			const found = isWhole(index, located.subarray(from, to)) ? undefined : anchorEndingAt(at);
			return possible.find((one) => isSamePlace(one, found)) ?? possible[0] ?? found;
		}
		// Quotes with fewer levels are the words of another reply, below the lines that it quotes.
		if (quote.level < depth) continue;
		unknown += 1;
		if (unknown > maxUnknown || isLine('signature', quote.content)) break;
	}
	return possible[0];

	/** The first of the lines that are quoted as often as this one. */
	function startOfWords(end: number): number {
		let start = end;
		while (start > from && quotes[start - 1]?.level === quotes[end]?.level) start -= 1;
		return start;
	}

	/** The lines of one hunk or text whose quotes end at this one. */
	function anchorEndingAt(end: number): Anchor | undefined {
		const placeAt = (at: number) => index.lines[located[at] ?? -1];
		const last = placeAt(end);
		if (!last?.place) return undefined;
		const { place } = last;
		const { line } = place;
		let first = line;
		for (let at = end - 1; at >= from && !last.isHeader && line - first < maxLines - 1; at -= 1) {
			const above = placeAt(at);
			const quote = quotes[at];
			if (!above && quote && isUnimportant(quote, false)) continue;
			if (!above?.place || above.isHeader || !isSameText(above.place, place)) break;
			if (first - above.place.line > maxMissing + 1) break;
			first = Math.min(first, above.place.line);
		}
		if ('text' in place) return { text: place.text, patch: place.patch, first, last: line };
		const { patch, file, hunk } = place;
		return { patch, file, hunk, first, last: line };
	}
}

/** Whether a line says nothing of where the reply is about. A line of code may look like the mark of an omission. */
const isUnimportant = ({ content, looseEnd }: QuotedLine, isLocated: boolean): boolean =>
	content.trim() === '' || (isOmission(content) && !isLocated) || looseEnd !== undefined;

const contentOf = ({ content, looseEnd }: QuotedLine): string =>
	looseEnd !== undefined || isOmission(content) ? '' : content;

/** Whether replies to both are in one thread. */
function isSamePlace(one: Anchor, other: Anchor | undefined): boolean {
	if (other === undefined || one.patch !== other.patch || one.last !== other.last) return false;
	if ('text' in one || 'text' in other) return 'text' in one && 'text' in other && one.text === other.text;
	return one.file === other.file && one.hunk === other.hunk;
}

type Place = NonNullable<QuoteIndex['lines'][number]['place']>;

/** Whether two lines are in the same hunk or text. */
function isSameText(one: Place, other: Place): boolean {
	if ('text' in one || 'text' in other)
		return 'text' in one && 'text' in other && one.text === other.text && one.patch === other.patch;
	return one.patch === other.patch && one.file === other.file && one.hunk === other.hunk;
}

/** Whether the quotes are the whole diff, or a whole text that ends with them, so that the reply below is about all of it. */
function isWhole(index: QuoteIndex, located: Int32Array): boolean {
	const quoted = [...new Set(located)].flatMap((line) => index.lines[line] ?? []);
	const last = index.lines[located.findLast((line) => line !== -1) ?? -1]?.place;
	const hasText = (text: QuotablePlace['text']) =>
		quoted.some(({ place }) => place && 'text' in place && place.text === text);
	if (!last || !('text' in last)) {
		const { hunkLineCount } = index;
		if (hunkLineCount === 0) return hasText('message');
		const count = quoted.filter(({ place, isHeader }) => !isHeader && place && !('text' in place)).length;
		return hunkLineCount > shortDiff && count >= hunkLineCount * nearlyAll;
	}
	const places = quoted.flatMap(({ place }) => (place && 'text' in place ? [place] : []));
	// A quote from the message to its trailers, or to the diffstat, says which patch is meant.
	if (last.isTrailer) return places.some(({ isTrailer }) => !isTrailer);
	if (last.text === 'diffstat') return hasText('message');
	const lineCount = index.lineCountOf(last);
	const count = places.filter((place) => isSameText(place, last)).length;
	return lineCount > shortText && count >= lineCount * nearlyAll;
}
