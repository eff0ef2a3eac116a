/** Words that mark unfinished work in code. In capitals only, because `fixme` is also a name. */
const mark = /(?<![\p{L}\d_])(?:TODO|FIXME|XXX|HACK|BUG)(?![\p{L}\d_])(?:\([^)]{0,100}\))?[\s:—-]*/u;

/** The closing mark of a comment at the end of a line. */
const closing = /\s*(?:\*+\/|-->|--\}\}|#\}|%>|\*\)|-\}|"""|''')\s*$/;

/** The text after the mark in a line of code; undefined without a mark, empty if nothing follows it. */
export function todoOf(line: string): string | undefined {
	// A longer line is not written by hand.
	if (line.length > 1000) return undefined;
	const found = mark.exec(line);
	return found
		? line
				.slice(found.index + found[0].length)
				.replace(closing, '')
				.trim()
		: undefined;
}
