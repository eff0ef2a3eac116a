/** Where the next line starts, or `end` after the last line. */
export function nextLine(source: string, at: number, end: number): number {
	const found = source.indexOf('\n', at);
	return found === -1 ? end : Math.min(found + 1, end);
}

/** Where the line before the one at `at` starts. Always less than `at`, unless `at` is 0. */
export function previousLine(source: string, at: number): number {
	// A negative position counts as 0, and would find a line break at the start of the text again and again.
	return at < 2 ? 0 : source.lastIndexOf('\n', at - 2) + 1;
}

/**
 * The start of the first line from `at` on in which the global `pattern` finds something; `end` if there is none. In a text of millions
 * of lines, this is much faster than to test each line.
 */
export function findLine(source: string, at: number, end: number, pattern: RegExp): number {
	// Not searched beyond the end, because a text may have many parts.
	const text = source.slice(at, end);
	pattern.lastIndex = 0;
	const found = pattern.exec(text)?.index;
	if (found === undefined) return end;
	return found === 0 ? at : at + text.lastIndexOf('\n', found - 1) + 1;
}

/** Where the line from `at` to `next` ends without its line break. Only one `\r` belongs to the break: others are content. */
export function lineEnd(source: string, at: number, next: number): number {
	if (next <= at || source[next - 1] !== '\n') return next;
	return next - 2 >= at && source[next - 2] === '\r' ? next - 2 : next - 1;
}

export const lineText = (source: string, at: number, next: number): string =>
	source.slice(at, lineEnd(source, at, next));

/** A line of a file's header. Further `\r`s before the line break are a mail program's mistake: names have none outside of quotes. */
export function headerText(source: string, at: number, next: number): string {
	let end = lineEnd(source, at, next);
	while (source[end - 1] === '\r') end -= 1;
	return source.slice(at, end);
}

/** Whether a mail's line breaks are `\r\n`, judged by a line whose content does not end in `\r`. */
export const endsInCrlf = (source: string, next: number): boolean => source.startsWith('\r\n', next - 2);
