import { lineEnd, nextLine } from '../text/source-lines.ts';

/** Marks of quotes. The RFC has no spaces between them, but some mail programs write `> >`. */
const quoteMarks = />(?: ?>)*/y;

/** A line that ends in a soft line break, so that the next line of the same depth continues it. */
interface OpenLine {
	readonly depth: number;
	/** How the line ends if nothing continues it. */
	readonly rest: string;
}

/**
 * Reads format=flowed (RFC 3676) as git does. A line that ends in a space goes on in the next line; with `delSp`, that space is not part
 * of the text. The first space of an unquoted line is not part of the text either. Quoted lines keep their marks, and are joined only
 * with lines of the same depth.
 */
export function unflow(text: string, delSp: boolean): string {
	const pieces: string[] = [];
	let open: OpenLine | undefined;
	for (let at = 0; at < text.length; ) {
		const next = nextLine(text, at, text.length);
		const end = lineEnd(text, at, next);
		quoteMarks.lastIndex = at;
		const marks = quoteMarks.exec(text)?.[0] ?? '';
		const depth = marks.replaceAll(' ', '').length;
		const marksEnd = at + marks.length;
		const start = text[marksEnd] === ' ' ? marksEnd + 1 : marksEnd;
		const isSignature = text.slice(depth === 0 ? at : start, end) === '-- ';
		const continues = open?.depth === depth && !isSignature;
		if (open && !continues) pieces.push(open.rest);
		// Continued lines lose their marks. Unquoted lines lose the space that was put before them.
		const contentStart = continues || (depth === 0 && !isSignature) ? start : at;
		const isSoft = !isSignature && end > start && text[end - 1] === ' ';
		const contentEnd = isSoft ? end - Number(delSp) : next;
		pieces.push(text.slice(contentStart, contentEnd));
		open = isSoft ? { depth, rest: text.slice(contentEnd, next) } : undefined;
		at = next;
	}
	if (open) pieces.push(open.rest);
	return pieces.join('');
}
