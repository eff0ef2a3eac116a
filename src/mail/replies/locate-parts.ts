import { trailersInText } from '../text/mail-trailers.ts';
import { locateQuotes } from './locate-quotes.ts';
import { type AnsweredReplies, findQuoteAnchor, type QuoteAnchor, type TextAnchor } from './quote-anchor.ts';
import type { QuoteIndex } from './quote-index.ts';
import type { QuotedLine, ReplyPart, ReplyParts } from './reply-parts.ts';

/** What the author of a reply wrote below quoted lines. `start` and `end` are offsets in the text of the reply. */
export interface LocatedPart {
	readonly start: number;
	readonly end: number;
	/** The lines that it is about; undefined if it is not about lines of the mail. */
	readonly lines: QuoteAnchor | TextAnchor | undefined;
	/** Whether there are quoted lines above it in the reply. */
	readonly isBelowQuotes: boolean;
}

/**
 * The parts of a reply, with the lines of the mail that they are about. Trailers are left out. `depth` is the level of quotes of the mail:
 * 1 in a reply to it, 2 in a reply to such a reply. `answered` finds the lines of an earlier reply that is quoted.
 */
export function locateParts(
	index: QuoteIndex,
	text: string,
	{ quotes, parts }: ReplyParts,
	depth: number,
	answered: AnsweredReplies,
): readonly LocatedPart[] {
	const ofMail = quotes.map((quote) =>
		answered.hasLine(quote.level, quote.content) ? { ...quote, content: '' } : quote,
	);
	const located = locateQuotes(index, ofMail);
	const found: LocatedPart[] = [];
	/** Where the quotes of the part above start, if it was only the rest of a wrapped quote: they go on below it. */
	let quotesStart: number | undefined;
	for (const part of parts) {
		const from = quotesStart ?? part.from;
		const range = withoutLooseLine(text, part, quotes, located);
		quotesStart = range ? undefined : from;
		if (!range || isOnlyTrailers(text.slice(range.start, range.end))) continue;
		const lines = findQuoteAnchor({ index, quotes, located, depth }, from, part.to, answered);
		found.push({ ...range, lines, isBelowQuotes: part.to > 0 });
	}
	return found;
}

/** The part without its first line, if that is the end of a wrapped quote. Undefined if nothing is left. */
function withoutLooseLine(
	text: string,
	{ to, start, end }: ReplyPart,
	quotes: readonly QuotedLine[],
	located: Int32Array,
): { readonly start: number; readonly end: number } | undefined {
	const looseEnd = quotes[to - 1]?.looseEnd;
	if (looseEnd === undefined || (located[to - 1] ?? -1) === -1) return { start, end };
	const rest = text.slice(looseEnd, end);
	if (rest.trim() === '') return undefined;
	return { start: looseEnd + (/^(?:[^\S\n]*\n)*/.exec(rest)?.[0].length ?? 0), end };
}

/** Trailers are given for a patch, not for lines. */
function isOnlyTrailers(text: string): boolean {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	return lines.length <= trailersInText(text).length;
}
