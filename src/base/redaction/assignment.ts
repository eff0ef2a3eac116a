/**
 * What a name is given, in the notations that headers, form bodies, JSON and the editor's inspector use. `form` says how
 * much the notation itself tells: in `prose` (`token: expired`) the name may be just a word of a sentence.
 */
interface Value {
	readonly start: number;
	readonly end: number;
	readonly form: 'form' | 'quoted' | 'line' | 'prose';
}

const separator = /(\\*["'`])?\s*(=>|[:=,])\s*/y;
const opening = /\\*["'`]/y;
const nothing = /(?:undefined|null|true|false|\[getter\])(?=[\s,;&}\])"'\\]|$)/y;
/** The placeholder, escaped: one character beyond Latin-1, and V8 keeps two bytes for each of the file. */
const masked = /\u2022{3}(?=[\s"'`\\,}\])]|$)/y;
const restOfLine = /[^\r\n]*/y;
const parameter = /[^\s&"<>#]*/y;
const word = /[^\s,}\]"]*/y;
const gap = /[\s,]*/y;

/**
 * The value after the name that ends at `at`; nothing when none follows. The value of a name that takes a `line` runs to
 * the end of its line unless it is quoted: a cookie or a digest has blanks, commas and quotes of its own. Where the end
 * is in doubt the value is too long, never too short.
 */
export function valueAfter(text: string, at: number, takes: 'line' | 'word'): Value | undefined {
	separator.lastIndex = at;
	const [all, nameQuote, sign] = separator.exec(text) ?? [];
	if (all === undefined) return undefined;
	// Lists of raw headers: "authorization", "Bearer x".
	if (sign === ',' && (takes === 'word' || !nameQuote)) return undefined;

	const start = at + all.length;
	if (end(nothing, text, start) > start) return undefined;
	const already = end(masked, text, start);
	if (already > start) return { start, end: already, form: 'line' };

	const open = text.slice(start, end(opening, text, start));
	if (open) {
		const inside = start + open.length;
		const done = end(masked, text, inside);
		if (done > inside) return { start: inside, end: done, form: 'quoted' };
		const close = quotedEnd(text, open, inside);
		const goesOn = takes === 'line' && !/^\\*["'`]\s*(?:[,}\])]|$)/.test(text.slice(close, close + 100));
		return { start: inside, end: goesOn ? end(restOfLine, text, close) : close, form: 'quoted' };
	}
	if (text[start] === '[') return { start: start + 1, end: listEnd(text, start + 1), form: 'quoted' };
	if (takes === 'line') return { start, end: end(restOfLine, text, start), form: 'line' };
	if (text[start] === '{') return undefined;
	if (sign !== ':') return { start, end: end(parameter, text, start), form: 'form' };
	return { start, end: end(word, text, start), form: nameQuote ? 'quoted' : 'prose' };
}

function end(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}

/**
 * Where the string opened by `open` closes: a quote, and before it as many backslashes as before the opening one (it has
 * some when this is JSON inside JSON). Twice as many and one are a quote in the value; four times, a backslash in it.
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

/** The closing bracket of a list of strings; of some other list, the end of the line where it turns out to be one. */
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
