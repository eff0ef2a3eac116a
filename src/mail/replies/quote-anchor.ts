import { isSignatureLine } from '../quotes/mail-endings.ts';
import type { DiffIndex } from './diff-index.ts';
import { isOmission, type QuotedLine } from './reply-parts.ts';

/** Lines of a hunk, by indices. */
export interface QuoteAnchor {
	readonly patch: number;
	readonly file: number;
	readonly hunk: number;
	readonly first: number;
	readonly last: number;
}

/** The quotes of a reply, with the lines of the diff that they are, as indices. */
export interface LocatedQuotes {
	readonly index: DiffIndex;
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
/** A reply below a whole diff is about all of it, unless the diff is this short. */
const shortDiff = 20;

/**
 * The lines that a part of a reply is about: the last of the quotes above it that are in the diff, or the lines of the earlier reply that
 * `answered` finds for a quote. Undefined if it is not about lines of the diff.
 */
export function findQuoteAnchor(
	{ index, quotes, located, depth }: LocatedQuotes,
	from: number,
	to: number,
	answered: (quote: QuotedLine) => QuoteAnchor | undefined,
): QuoteAnchor | undefined {
	let unknown = 0;
	for (let at = to - 1; at >= from; at -= 1) {
		const quote = quotes[at];
		if (!quote || isUnimportant(quote)) continue;
		const lines = answered(quote);
		if (lines) return lines;
		if ((located[at] ?? -1) !== -1) {
			return isWholeDiff(index, located.subarray(from, to)) ? undefined : anchorEndingAt(at);
		}
		// These are words of another reply, below the lines that it quotes.
		if (quote.level < depth) continue;
		unknown += 1;
		if (unknown > maxUnknown || isSignatureLine(quote.content)) return undefined;
	}
	return undefined;

	/** The lines of one hunk whose quotes end at this one. */
	function anchorEndingAt(end: number): QuoteAnchor | undefined {
		const placeAt = (at: number) => index.lines[located[at] ?? -1];
		const last = placeAt(end);
		if (!last?.place) return undefined;
		const { line, ...hunk } = last.place;
		if (last.isHeader) return { ...hunk, first: line, last: line };
		let first = line;
		for (let at = end - 1; at >= from && line - first < maxLines - 1; at -= 1) {
			const above = placeAt(at);
			const quote = quotes[at];
			if (!above && quote && isUnimportant(quote)) continue;
			if (!above?.place || above.isHeader || above.place.hunk !== hunk.hunk || above.place.file !== hunk.file)
				break;
			if (first - above.place.line > maxMissing + 1) break;
			first = Math.min(first, above.place.line);
		}
		return { ...hunk, first, last: line };
	}
}

const isUnimportant = ({ content, looseEnd }: QuotedLine): boolean =>
	content.trim() === '' || isOmission(content) || looseEnd !== undefined;

function isWholeDiff(index: DiffIndex, located: Int32Array): boolean {
	if (index.hunkLineCount <= shortDiff || located.length < index.hunkLineCount * 0.9) return false;
	const lines = new Set(located);
	const count = [...lines].filter((line) => index.lines[line]?.isHeader === false).length;
	return count >= index.hunkLineCount * 0.9;
}
