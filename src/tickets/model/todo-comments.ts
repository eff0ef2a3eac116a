/** Words that people leave in code for what is still to be done; in capitals, as `fixme` is also a name. */
const mark = /(?<![\p{L}\d_])(?:TODO|FIXME|XXX|HACK|BUG)(?![\p{L}\d_])(?:\([^)]{0,100}\))?[\s:—-]*/u;

/** What closes a comment at the end of a line. */
const closing = /\s*(?:\*+\/|-->|--\}\}|#\}|%>|\*\)|-\}|"""|''')\s*$/;

/** What a line of code says is to be done; undefined where it says nothing, empty where it has the mark alone. */
export function todoOf(line: string): string | undefined {
	// A line that is longer is nobody's handwriting.
	if (line.length > 1000) return undefined;
	const found = mark.exec(line);
	return found
		? line
				.slice(found.index + found[0].length)
				.replace(closing, '')
				.trim()
		: undefined;
}
