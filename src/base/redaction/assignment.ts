/** The value assigned to a name, in a form body, in quotes, as the rest of a line, or after a colon. */
interface Value {
	readonly start: number;
	readonly end: number;
	/** In `prose` (`token: expired`), the name may be just a word of a sentence. */
	readonly notation: 'form' | 'quoted' | 'line' | 'prose';
}

const separator = /(\\*["'`])?\s*(=>|[:=,])\s*/y;
const opening = /\\*["'`]/y;
const noValue = /(?:undefined|null|true|false|\[getter\])(?=[\s,;&}\])"'\\]|$)/y;
/** The placeholder, escaped: a single character beyond Latin-1 makes V8 store the whole file with two bytes per character. */
const masked = /\u2022{3}(?=[\s"'`\\,}\])]|$)/y;
const restOfLine = /[^\r\n]*/y;
const parameter = /[^\s&"<>#]*/y;
const word = /[^\s,}\]"]*/y;
const gap = /[\s,]*/y;

/**
 * Finds the value after the name that ends at `at`; undefined if there is none. For a name that takes a `line`, the value runs to
 * the end of its line unless it is quoted, because a cookie or a digest contains spaces, commas and quotes. If the end is
 * uncertain, the result is rather too long than too short.
 */
export function valueAfter(text: string, at: number, takes: 'line' | 'word'): Value | undefined {
	separator.lastIndex = at;
	const [all, nameQuote, sign] = separator.exec(text) ?? [];
	if (all === undefined) return undefined;
	// Lists of raw headers: "authorization", "Bearer x".
	if (sign === ',' && (takes === 'word' || !nameQuote)) return undefined;

	const start = at + all.length;
	if (end(noValue, text, start) > start) return undefined;
	const maskedEnd = end(masked, text, start);
	if (maskedEnd > start) return { start, end: maskedEnd, notation: 'line' };

	const open = text.slice(start, end(opening, text, start));
	if (open) {
		const inside = start + open.length;
		const quotedMaskEnd = end(masked, text, inside);
		if (quotedMaskEnd > inside) return { start: inside, end: quotedMaskEnd, notation: 'quoted' };
		const close = quotedEnd(text, open, inside);
		const hasMore = takes === 'line' && !/^\\*["'`]\s*(?:[,}\])]|$)/.test(text.slice(close, close + 100));
		return { start: inside, end: hasMore ? end(restOfLine, text, close) : close, notation: 'quoted' };
	}
	if (text[start] === '[') return { start: start + 1, end: listEnd(text, start + 1), notation: 'quoted' };
	if (takes === 'line') return { start, end: end(restOfLine, text, start), notation: 'line' };
	if (text[start] === '{') return undefined;
	if (sign !== ':') return { start, end: end(parameter, text, start), notation: 'form' };
	return { start, end: end(word, text, start), notation: nameQuote ? 'quoted' : 'prose' };
}

/** The end of what the sticky pattern matches at an offset; the offset itself if it matches nothing. */

function end(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}

/**
 * Where the string opened by `open` closes: at a quote with as many backslashes before it as the opening quote has (JSON inside
 * JSON has some). Twice as many plus one escape a quote in the value, twice as many plus two a backslash.
 */
function quotedEnd(text: string, open: string, from: number): number {
	const depth = open.length - 1;
	const quote = open.slice(depth);
	for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
		let slashes = 0;
		while (at - slashes > from && text[at - slashes - 1] === '\\') slashes += 1;
		if (slashes % (2 * (depth + 1)) === depth) return at - depth;
	}
	return text.length;
}

/** Where a list of strings closes. For any other list, the end of the line with the first element that is not a string. */
function listEnd(text: string, from: number): number {
	for (let at = from; ; ) {
		at = end(masked, text, end(gap, text, at));
		if (text[at] === ']') return at;
		const inside = end(opening, text, at);
		if (inside === at) return end(restOfLine, text, at);
		at = quotedEnd(text, text.slice(at, inside), inside);
		at = end(opening, text, at);
	}
}
