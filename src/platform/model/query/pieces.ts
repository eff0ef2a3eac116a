/** A part of a query between two spaces, not yet interpreted. */
export interface QueryPiece {
	readonly start: number;
	readonly end: number;
	/** Where the piece begins after an optional `!`. */
	readonly bodyStart: number;
	readonly isNegated: boolean;
	/** As written, without the colon. */
	readonly key: string | undefined;
	/** Where the value begins, including its opening quotation mark. */
	readonly valueStart: number;
	readonly value: string;
	readonly isQuoted: boolean;
	/** Whether an opening quotation mark has its closing one. */
	readonly isClosed: boolean;
}

const space = /\s*/y;
const keyed = /([a-z]+):/iy;
const word = /\S*/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

/**
 * Splits a query into pieces. A quotation mark opens only at the beginning of a value, so `12"` is a word. Between quotation
 * marks, `\"` and `\\` stand for the mark and the backslash, as in the forge's own search.
 */
export function pieces(text: string): QueryPiece[] {
	const found: QueryPiece[] = [];
	for (;;) {
		const last = found.at(-1)?.end ?? 0;
		const start = last + (matchAt(space, text, last)?.[0].length ?? 0);
		if (start >= text.length) return found;
		const bodyStart = text[start] === '!' ? start + 1 : start;
		const key = matchAt(keyed, text, bodyStart);
		const valueStart = bodyStart + (key?.[0].length ?? 0);
		const isQuoted = text[valueStart] === '"';
		const contentStart = isQuoted ? valueStart + 1 : valueStart;
		const contentEnd = isQuoted
			? closingMark(text, contentStart)
			: contentStart + (matchAt(word, text, contentStart)?.[0].length ?? 0);
		const isClosed = !isQuoted || contentEnd < text.length;
		const content = text.slice(contentStart, contentEnd);
		found.push({
			start,
			end: isQuoted && isClosed ? contentEnd + 1 : contentEnd,
			bodyStart,
			isNegated: bodyStart > start,
			key: key?.[1],
			valueStart,
			value: isQuoted ? content.replace(/\\(["\\])/g, '$1') : content,
			isQuoted,
			isClosed,
		});
	}
}

/** Where a quoted text ends: at its closing mark, or at the end of the query. */
function closingMark(text: string, from: number): number {
	for (let at = from; at < text.length; at++) {
		if (text[at] === '"') return at;
		if (text[at] === '\\') at++;
	}
	return text.length;
}
