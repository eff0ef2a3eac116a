import { lineText, nextLine } from '../text/source-lines.ts';
import type { FileDiff } from '../unified-diff/file-diff.ts';

/** Lines of a mail that are quoted together: a text, or the diff of a file. */
export interface Passage {
	/**
	 * Where it is in the mail: `[-1]` for the text of a mail without patches. Otherwise the index of the patch, then 0 for its message, 1 for its
	 * notes, 2 for its diffstat, or 3 for a file, followed by the index of the file.
	 */
	readonly order: readonly number[];
	readonly lines: readonly string[];
	/** The parts of a diff: the header of the file, and its hunks. A text is one part. */
	readonly parts: readonly PassagePart[];
}

/** By indices of lines. */
interface PassagePart {
	readonly start: number;
	/** The first line below the headers. A reader needs the headers to know where a quote is from. */
	readonly bodyStart: number;
}

/** Lines of a passage, by indices. */
export interface PassageLines {
	readonly passage: Passage;
	readonly first: number;
	readonly last: number;
}

export const textPassage = (order: readonly number[], lines: readonly string[]): Passage => ({
	order,
	lines,
	parts: [{ start: 0, bodyStart: 0 }],
});

/** Of binary data, only the first lines are quoted. */
const maxHeaderLines = 10;

export function filePassage(order: readonly number[], source: string, file: FileDiff): Passage {
	const [first] = file.hunks;
	const header = linesBetween(source, file.start, first?.start ?? file.end)
		.filter((line) => line.trim() !== '' && !line.startsWith('index '))
		.slice(0, maxHeaderLines);
	const lines: string[] = [...header];
	const parts: PassagePart[] = [{ start: 0, bodyStart: header.length }];
	for (const { start, end } of file.hunks) {
		parts.push({ start: lines.length, bodyStart: lines.length + 1 });
		// Not as arguments of one call, because a hunk may have any number of lines.
		for (const line of linesBetween(source, start, end)) lines.push(line);
	}
	return { order, lines, parts };
}

function linesBetween(source: string, start: number, end: number): readonly string[] {
	const lines: string[] = [];
	for (let at = start; at < end; ) {
		const next = nextLine(source, at, end);
		lines.push(lineText(source, at, next));
		at = next;
	}
	return lines;
}

/** A range of lines of a passage, if it has them. In the result, `from` is the first line and `to` is the one after the last. */
export function linesWithin(
	passage: Passage | undefined,
	first: number,
	last: number,
	{ from, to }: { readonly from: number; readonly to: number } = { from: 0, to: passage?.lines.length ?? 0 },
): PassageLines | undefined {
	const areThere = [first, last].every(Number.isInteger) && from <= first && first <= last && last < to;
	return passage && areThere ? { passage, first, last } : undefined;
}
