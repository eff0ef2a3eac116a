import { isLine } from '../text/line-kinds.ts';
import type { TextPlace } from './quotable-text.ts';
import type { QuoteIndex } from './quote-index.ts';
import { isOmission, type QuotedLine } from './reply-parts.ts';

/** Lines of a hunk, by indices. A file without hunks, such as a binary one, has all of them 0. */
export interface QuoteAnchor {
	readonly patch: number;
	readonly file: number;
	readonly hunk: number;
	readonly first: number;
	readonly last: number;
}

/** Lines of a text outside of a diff, as in `TextPlace`. */
export interface TextAnchor {
	readonly text: TextPlace['text'];
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

/**
 * The lines that a part of a reply is about: the last of the quotes above it that are in the mail, or the lines of the earlier reply that
 * `answered` finds for a quote. Undefined if it is not about lines of the mail.
 */
export function findQuoteAnchor(
	{ index, quotes, located, depth }: LocatedQuotes,
	from: number,
	to: number,
	answered: (quote: QuotedLine) => QuoteAnchor | TextAnchor | undefined,
): QuoteAnchor | TextAnchor | undefined {
	let unknown = 0;
	for (let at = to - 1; at >= from; at -= 1) {
		const quote = quotes[at];
		if (!quote || isUnimportant(quote)) continue;
		const lines = answered(quote);
		if (lines) return lines;
		if ((located[at] ?? -1) !== -1) {
			return isWhole(index, located.subarray(from, to)) ? undefined : anchorEndingAt(at);
		}
		// These are words of another reply, below the lines that it quotes.
		if (quote.level < depth) continue;
		unknown += 1;
		if (unknown > maxUnknown || isLine('signature', quote.content)) return undefined;
	}
	return undefined;

	/** The lines of one hunk or text whose quotes end at this one. */
	function anchorEndingAt(end: number): QuoteAnchor | TextAnchor | undefined {
		const placeAt = (at: number) => index.lines[located[at] ?? -1];
		const last = placeAt(end);
		if (!last?.place) return undefined;
		const { place } = last;
		const { line } = place;
		let first = line;
		for (let at = end - 1; at >= from && !last.isHeader && line - first < maxLines - 1; at -= 1) {
			const above = placeAt(at);
			const quote = quotes[at];
			if (!above && quote && isUnimportant(quote)) continue;
			if (!above?.place || above.isHeader || !isSameText(above.place, place)) break;
			if (first - above.place.line > maxMissing + 1) break;
			first = Math.min(first, above.place.line);
		}
		if ('text' in place) return { text: place.text, patch: place.patch, first, last: line };
		const { patch, file, hunk } = place;
		return { patch, file, hunk, first, last: line };
	}
}

const isUnimportant = ({ content, looseEnd }: QuotedLine): boolean =>
	content.trim() === '' || isOmission(content) || looseEnd !== undefined;

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
	const hasText = (text: TextPlace['text']) =>
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
