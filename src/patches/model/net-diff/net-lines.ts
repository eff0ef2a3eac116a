import { linesOf } from '../../../mail/unified-diff/lines.ts';
import type { VersionFile } from '../side-texts/file-lines.ts';
import { newRange, oldRange } from '../side-texts/hunk-ranges.ts';

type Side = 'oldLine' | 'newLine';

/** The number of a line of a diff on one of its sides. */
export interface DiffLine {
	readonly side: Side;
	readonly line: number;
}

/** The numbers of a line of a diff on both of its sides, where it is there. */
interface LineNumbers {
	readonly oldLine?: number | undefined;
	readonly newLine?: number | undefined;
}

/** The side on which a line of a diff is looked for: one that the diff removes is on the old side only. */
export function sideOf({ oldLine, newLine }: LineNumbers): DiffLine | undefined {
	if (newLine !== undefined) return { side: 'newLine', line: newLine };
	return oldLine === undefined ? undefined : { side: 'oldLine', line: oldLine };
}

/** Where the combined diff of several changes would have a line of one of them; undefined if another change adds or removes the line. */
export function netLineOf(
	changes: readonly VersionFile[],
	index: number,
	numbers: LineNumbers,
): DiffLine | undefined {
	const at = sideOf(numbers);
	if (!at) return undefined;
	const isNew = at.side === 'newLine';
	const others = isNew ? changes.slice(index + 1) : changes.slice(0, index).toReversed();
	let number: number | undefined = at.line;
	for (const change of others) {
		number = followLine(change, number, isNew ? 'oldLine' : 'newLine');
		if (number === undefined) return undefined;
	}
	return { side: at.side, line: number };
}

/** The change that adds or removes a line of the combined diff, or else one that contains it, with the line there. Undefined if no change contains it. */
export function changedLineOf<Change extends VersionFile>(
	changes: readonly Change[],
	{ side, line }: DiffLine,
): { readonly change: Change; readonly line: DiffLine } | undefined {
	let number: number | undefined = line;
	let found: ReturnType<typeof changedLineOf<Change>>;
	for (const change of side === 'newLine' ? changes.toReversed() : changes) {
		const row = findLine(change, number, side);
		if (row) found = { change, line: { side, line: number } };
		// A change that adds or removes the line ends the search, because there the line is on one side only.
		number = followLine(change, number, side);
		if (number === undefined) break;
	}
	return found;
}

/** The number that a line on one side of a change has on the other one; undefined if it is not there. */
function followLine(change: VersionFile, line: number, from: Side): number | undefined {
	const row = findLine(change, line, from);
	if (row) return from === 'oldLine' ? row.newLine : row.oldLine;
	const [rangeOf, otherRangeOf] = from === 'oldLine' ? [oldRange, newRange] : [newRange, oldRange];
	const before = change.file.hunks.findLast((hunk) => line > rangeOf(hunk).end);
	return line + (before ? otherRangeOf(before).end - rangeOf(before).end : 0);
}

/** The line with a number on one side of a change, if one of its hunks has it. */
function findLine({ source, file }: VersionFile, line: number, side: Side): LineNumbers | undefined {
	const rangeOf = side === 'oldLine' ? oldRange : newRange;
	const hunk = file.hunks.find((one) => line > rangeOf(one).start && line <= rangeOf(one).end);
	if (!hunk) return undefined;
	for (const found of linesOf(source, hunk)) if (found[side] === line) return found;
	return undefined;
}
