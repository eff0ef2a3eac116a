import { type MailLine, mailLines } from '../quotes/mail-lines.ts';
import { quoteNamesOf } from '../quotes/quote-names.ts';
import { spansOf } from '../quotes/quotes.ts';

/** A line that a reply quotes. */
export interface QuotedLine {
	readonly level: number;
	readonly content: string;
	/**
	 * Undefined for a quoted line. An unquoted line directly below one is also listed, because it may be the rest of a line that a mail
	 * program wrapped. This is where it ends in the text.
	 */
	readonly looseEnd: number | undefined;
}

/** What the author of a reply wrote between quotes. */
export interface ReplyPart {
	/** The quoted lines above it and below the previous part: indices in `quotes`. */
	readonly from: number;
	readonly to: number;
	/** Offsets of the text, without empty lines and marks of omissions at its ends. */
	readonly start: number;
	readonly end: number;
}

export interface ReplyParts {
	readonly quotes: readonly QuotedLine[];
	readonly parts: readonly ReplyPart[];
}

const omission =
	/^\s*(?:\[?\(?<?\s*(?:\.{2,}|…|snip|cut|skip(?:ped)?|trimmed|omitted)[^\w]*>?\)?\]?|-+\s*(?:8<|snip|>8)\s*-+)\s*$/i;

/** Whether a line says that lines were left out: `[...]`, `<snip>`. */
export const isOmission = (line: string): boolean => line.length < 40 && omission.test(line);

const isEmpty = (content: string): boolean => content.trim() === '' || isOmission(content);

/** Divides the text of a reply into quoted lines and what its author wrote below them. */
export function replyParts(text: string): ReplyParts {
	const quotes: QuotedLine[] = [];
	const parts: ReplyPart[] = [];
	const names = quoteNamesOf(text);
	let from = 0;
	for (const { kind, start, end } of spansOf(text, names)) {
		if (kind !== 'text' && kind !== 'quote') continue;
		const lines = mailLines(text.slice(start, end), names);
		if (kind === 'quote') {
			for (const { level, content } of lines) quotes.push({ level, content, looseEnd: undefined });
			continue;
		}
		const to = quotes.length;
		const range = filledRange(lines);
		if (!range) continue;
		const [first] = lines;
		const above = quotes.at(-1);
		const isDirectlyBelow =
			above !== undefined && to > from && first !== undefined && !isEmpty(first.content);
		if (isDirectlyBelow)
			quotes.push({ level: above.level, content: first.content, looseEnd: start + first.end });
		parts.push({ from, to: quotes.length, start: start + range.start, end: start + range.end });
		from = quotes.length;
	}
	return { quotes, parts };
}

/** The offsets of the lines that say something. */
function filledRange(
	lines: readonly MailLine[],
): { readonly start: number; readonly end: number } | undefined {
	const isFilled = ({ content }: MailLine) => !isEmpty(content);
	const first = lines.find(isFilled);
	const last = lines.findLast(isFilled);
	return first && last && { start: first.start, end: last.end };
}
