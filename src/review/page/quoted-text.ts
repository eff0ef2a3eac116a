/** A longer quote is cut where it names what a comment is about. */
const longestQuote = 500;

/** Lines of a text, counted from 0, without the marks of quotes. */
export function quotedText(
	text: string,
	{ first, last }: { readonly first: number; readonly last: number },
): string {
	const lines = text.split('\n').slice(first, last + 1);
	return lines
		.map((line) => line.replace(quoteMarks, '').trim())
		.join('\n')
		.slice(0, longestQuote);
}

const quoteMarks = /^[>\s]+/;
