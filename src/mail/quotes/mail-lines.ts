import { noNames, type QuoteNames } from './quote-names.ts';

/** A line without its quotation marks and line break. */
export interface MailLine {
	readonly level: number;
	readonly content: string;
	readonly start: number;
	readonly end: number;
}

/** The lines of a mail, or of a part of one. `names` are those that stand before marks in the whole mail. */
export function mailLines(text: string, names: QuoteNames = noNames): readonly MailLine[] {
	const lines: MailLine[] = [];
	let start = 0;
	while (start < text.length) {
		const newline = text.indexOf('\n', start);
		const end = newline === -1 ? text.length : newline + 1;
		const isAttribution = names.isAttribution(text, start);
		let at = isAttribution ? start : names.markAt(text, start);
		let level = 0;
		// `>>`, `> >` and `>  text`: one space belongs to each mark.
		while (text[at] === '>' && !isAttribution) {
			level += 1;
			at += text[at + 1] === ' ' ? 2 : 1;
			if (text[at] !== '>') at = names.markAt(text, at);
		}
		let contentEnd = newline === -1 ? end : newline;
		if (text[contentEnd - 1] === '\r') contentEnd -= 1;
		lines.push({ level, content: text.slice(at, contentEnd), start, end });
		start = end;
	}
	return lines;
}
