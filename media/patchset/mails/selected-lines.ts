/** Selected lines of a text, counted from 0. */
export interface SelectedLines {
	readonly first: number;
	readonly last: number;
	/** What is selected of them. */
	readonly quoted: string;
}

/** The paragraphs, quotes and diffs of a text, each with the index of its first line. */
export const paragraphs = '[data-first-line]';

/** A longer selection is cut where it names what a comment is about. */
const longestQuote = 500;

/** The lines of a text that a range is in. Undefined if it has nothing but white space there. */
export function selectedLines(text: Element, range: Range): SelectedLines | undefined {
	const found = [...text.querySelectorAll<HTMLElement>(paragraphs)].flatMap(
		(paragraph) => linesIn(paragraph, range) ?? [],
	);
	const [one] = found;
	const other = found.at(-1);
	if (!one || !other) return undefined;
	const quoted = found.map((part) => part.quoted).join('\n');
	return { first: one.first, last: other.last, quoted: quoted.slice(0, longestQuote) };
}

function linesIn(paragraph: HTMLElement, range: Range): SelectedLines | undefined {
	if (!range.intersectsNode(paragraph)) return undefined;
	const part = document.createRange();
	part.selectNodeContents(paragraph);
	const above = part.cloneRange();
	if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
		part.setStart(range.startContainer, range.startOffset);
	if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
		part.setEnd(range.endContainer, range.endOffset);
	above.setEnd(part.startContainer, part.startOffset);
	const selected = `${part}`;
	const quoted = selected.trim();
	if (quoted === '') return undefined;
	const blank = selected.slice(0, selected.indexOf(quoted));
	const first = Number(paragraph.dataset.firstLine) + lineBreaks(`${above}`) + lineBreaks(blank);
	return { first, last: first + lineBreaks(quoted), quoted };
}

const lineBreaks = (text: string): number => text.split('\n').length - 1;
