/** A line without its quotation marks and line break. */
export interface MailLine {
	readonly level: number;
	readonly content: string;
	readonly start: number;
	readonly end: number;
}

/** The lines of a mail. */
export function mailLines(text: string): readonly MailLine[] {
	const lines: MailLine[] = [];
	let start = 0;
	while (start < text.length) {
		const newline = text.indexOf('\n', start);
		const end = newline === -1 ? text.length : newline + 1;
		let at = start;
		let level = 0;
		// `>>`, `> >` and `>  text`: one space belongs to each mark.
		while (text[at] === '>') {
			level += 1;
			at += text[at + 1] === ' ' ? 2 : 1;
		}
		let contentEnd = newline === -1 ? end : newline;
		if (text[contentEnd - 1] === '\r') contentEnd -= 1;
		lines.push({ level, content: text.slice(at, contentEnd), start, end });
		start = end;
	}
	return lines;
}
