/** Lines of a text, counted from 0. */
interface LineRange {
	readonly first: number;
	readonly last: number;
}

/** A longer quote is cut where it names what a comment is about. */
const longestQuote = 500;

/**
 * The lines of the text of a mail that the user has selected on the page, which leaves out the marks of quotes and may break lines elsewhere.
 * Undefined if they are not found.
 */
export function linesOfSelection(text: string, selected: string): LineRange | undefined {
	const wanted = withoutSpace(selected);
	if (wanted === '') return undefined;
	const lines = text.split('\n').map(withoutSpace);
	// Where each line starts in the text without white space.
	const starts: number[] = [];
	let length = 0;
	for (const line of lines) {
		starts.push(length);
		length += line.length;
	}
	const at = lines.join('').indexOf(wanted);
	if (at === -1) return undefined;
	const lineAt = (offset: number) =>
		starts.findLastIndex((start, line) => start <= offset && (lines[line] ?? '') !== '');
	return { first: lineAt(at), last: lineAt(at + wanted.length - 1) };
}

/** The text of lines, without the marks of quotes. */
export function selectionOfLines(text: string, { first, last }: LineRange): string {
	const lines = text.split('\n').slice(first, last + 1);
	return lines
		.map((line) => line.replace(quoteMarks, '').trim())
		.join('\n')
		.slice(0, longestQuote);
}

const quoteMarks = /^[>\s]+/;

const withoutSpace = (text: string): string =>
	text
		.split('\n')
		.map((line) => line.replace(quoteMarks, '').replaceAll(/\s+/g, ''))
		.join('');
