/** What stands between two spaces of a query, not yet understood. */
export interface Piece {
	readonly start: number;
	readonly end: number;
	/** Where it begins behind the `!` that may stand before it. */
	readonly bodyStart: number;
	readonly negated: boolean;
	/** As it is written, without the colon. */
	readonly key: string | undefined;
	/** Where what follows the key begins, its quotation mark included. */
	readonly valueStart: number;
	readonly value: string;
	readonly quoted: boolean;
	/** Whether the quotation mark at its beginning has its partner. */
	readonly closed: boolean;
}

const space = /\s*/y;
const keyed = /([a-z]+):/iy;
const word = /\S*/y;

function take(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

/**
 * Takes a query apart. A quotation mark opens only at the beginning of a value, so that `12"` is a word; between two of
 * them `\"` and `\\` stand for the mark and the stroke, as the forge's own search reads them.
 */
export function pieces(text: string): Piece[] {
	const found: Piece[] = [];
	for (;;) {
		const last = found.at(-1)?.end ?? 0;
		const start = last + (take(space, text, last)?.[0].length ?? 0);
		if (start >= text.length) return found;
		const bodyStart = text[start] === '!' ? start + 1 : start;
		const key = take(keyed, text, bodyStart);
		const valueStart = bodyStart + (key?.[0].length ?? 0);
		const quoted = text[valueStart] === '"';
		const contentStart = quoted ? valueStart + 1 : valueStart;
		const contentEnd = quoted
			? closingMark(text, contentStart)
			: contentStart + (take(word, text, contentStart)?.[0].length ?? 0);
		const closed = !quoted || contentEnd < text.length;
		const content = text.slice(contentStart, contentEnd);
		found.push({
			start,
			end: quoted && closed ? contentEnd + 1 : contentEnd,
			bodyStart,
			negated: bodyStart > start,
			key: key?.[1],
			valueStart,
			value: quoted ? content.replace(/\\(["\\])/g, '$1') : content,
			quoted,
			closed,
		});
	}
}

/** Where the text ends that began behind a quotation mark: at its partner, or at the end of all. */
function closingMark(text: string, from: number): number {
	for (let at = from; at < text.length; at++) {
		if (text[at] === '"') return at;
		if (text[at] === '\\') at++;
	}
	return text.length;
}
