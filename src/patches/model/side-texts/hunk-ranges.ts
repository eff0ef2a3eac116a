import type { FileDiff, Hunk } from '../../../mail/unified-diff/file-diff.ts';

/** With more lines that are not in the mail, VS Code takes seconds to compare the two texts of a file, and then no longer folds the lines that they share. */
const maxOfFile = 200_000;
const maxOfPatch = 400_000;

/** Where the lines of a hunk begin and end on one side, counted from 0. */
export interface HunkRange {
	readonly start: number;
	readonly end: number;
}

/** A hunk without lines on a side names the line that it follows there. */
const rangeOf = (start: number, count: number): HunkRange => {
	const first = count === 0 ? start : Math.max(0, start - 1);
	return { start: first, end: first + count };
};

export const oldRange = ({ oldStart, oldCount }: Hunk): HunkRange => rangeOf(oldStart, oldCount);
export const newRange = ({ newStart, newCount }: Hunk): HunkRange => rangeOf(newStart, newCount);

/** How many lines before and between the hunks are not in the mail. */
function unknownLines({ hunks }: FileDiff): number {
	let end = 0;
	let unknown = 0;
	for (const range of hunks.map(oldRange)) {
		unknown += Math.max(0, range.start - end);
		end = Math.max(end, range.end);
	}
	return unknown;
}

/** For each file, whether empty lines can stand for the lines that are not in the mail, so that the line numbers are those of the file. */
export function canNumberLines(files: readonly FileDiff[]): readonly boolean[] {
	let left = maxOfPatch;
	return files.map((file) => {
		const unknown = unknownLines(file);
		if (unknown > maxOfFile || unknown > left) return false;
		left -= unknown;
		return true;
	});
}
