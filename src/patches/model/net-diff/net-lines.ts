import { linesOf } from '../../../mail/unified-diff/lines.ts';
import type { LineInHunk } from '../side-texts/document-hunks.ts';
import type { VersionFile } from '../side-texts/file-lines.ts';
import { type HunkRange, newRange, oldRange } from '../side-texts/hunk-ranges.ts';

type Side = 'oldLine' | 'newLine';

/** The number of a line of a diff on one of its sides. */
export interface DiffLineNumber {
	readonly side: Side;
	readonly line: number;
}

/** The numbers of a line of a diff on both of its sides, where it is there. */
interface LineNumbers {
	readonly oldLine?: number | undefined;
	readonly newLine?: number | undefined;
}

/** A line of a diff by its numbers and by its place. */
type PlacedLine = LineNumbers & LineInHunk;

/** The side on which a line of a diff is looked for: one that the diff removes is on the old side only. */
export function sideOf({ oldLine, newLine }: LineNumbers): DiffLineNumber | undefined {
	if (newLine !== undefined) return { side: 'newLine', line: newLine };
	return oldLine === undefined ? undefined : { side: 'oldLine', line: oldLine };
}

/** The lines of several changes of a file, and of the diff that combines them. */
export class NetLines<Change extends VersionFile> {
	readonly #changes: readonly Change[];
	/** By the index of the change. */
	readonly #lines = new Map<number, ChangeLines>();

	constructor(changes: readonly Change[]) {
		this.#changes = changes;
	}

	/** Where the combined diff would have a line of a change; undefined if another change adds or removes the line. */
	netLineOf(index: number, numbers: LineNumbers): DiffLineNumber | undefined {
		const at = sideOf(numbers);
		if (!at) return undefined;
		// A line of the new side is followed through the later changes, and one of the old side through the earlier ones.
		const isNew = at.side === 'newLine';
		const from = isNew ? 'oldLine' : 'newLine';
		const step = isNew ? 1 : -1;
		let number: number | undefined = at.line;
		for (let other = index + step; other >= 0 && other < this.#changes.length; other += step) {
			number = this.#linesOf(other)?.follow({ side: from, line: number });
			if (number === undefined) return undefined;
		}
		return { side: at.side, line: number };
	}

	/** The change that adds or removes a line of the combined diff, or else one that contains it, with the line there. Undefined if no change contains it. */
	changedLineOf({
		side,
		line,
	}: DiffLineNumber):
		| { readonly change: Change; readonly line: DiffLineNumber; readonly place: LineInHunk }
		| undefined {
		let number: number | undefined = line;
		let found: ReturnType<typeof this.changedLineOf>;
		const all = [...this.#changes.entries()];
		for (const [index, change] of side === 'newLine' ? all.toReversed() : all) {
			const lines = this.#linesOf(index);
			const place = lines?.find({ side, line: number });
			if (place) found = { change, line: { side, line: number }, place };
			// A change that adds or removes the line ends the search, because there the line is on one side only.
			number = lines?.follow({ side, line: number });
			if (number === undefined) break;
		}
		return found;
	}

	#linesOf(index: number): ChangeLines | undefined {
		const known = this.#lines.get(index);
		const change = this.#changes[index];
		if (known || !change) return known;
		const lines = new ChangeLines(change);
		this.#lines.set(index, lines);
		return lines;
	}
}

/** The lines of a diff by their numbers. */
export class ChangeLines {
	readonly #byNumber = { oldLine: new Map<number, PlacedLine>(), newLine: new Map<number, PlacedLine>() };
	/** Where the hunks are, in their order. */
	readonly #ranges: { readonly oldLine: readonly HunkRange[]; readonly newLine: readonly HunkRange[] };

	constructor({ source, file: { hunks } }: VersionFile) {
		const { oldLine, newLine } = this.#byNumber;
		for (const [hunk, one] of hunks.entries()) {
			let line = 0;
			for (const numbers of linesOf(source, one)) {
				const placed = { oldLine: numbers.oldLine, newLine: numbers.newLine, hunk, line };
				if (placed.oldLine !== undefined) oldLine.set(placed.oldLine, placed);
				if (placed.newLine !== undefined) newLine.set(placed.newLine, placed);
				line += 1;
			}
		}
		this.#ranges = { oldLine: hunks.map(oldRange), newLine: hunks.map(newRange) };
	}

	/** The line with a number on a side, if a hunk has it. */
	find({ side, line }: DiffLineNumber): PlacedLine | undefined {
		return this.#byNumber[side].get(line);
	}

	/** The number that a line on one side has on the other one; undefined if it is not there. */
	follow({ side: from, line }: DiffLineNumber): number | undefined {
		const to = from === 'oldLine' ? 'newLine' : 'oldLine';
		const row = this.find({ side: from, line });
		if (row) return row[to];
		// Between hunks, a line is as far below the hunk above it on one side as on the other.
		const above = countBefore(this.#ranges[from], line) - 1;
		const endOn = (side: Side) => this.#ranges[side][above]?.end ?? 0;
		return line - endOn(from) + endOn(to);
	}
}

/** How many hunks end before a line. */
function countBefore(ranges: readonly HunkRange[], line: number): number {
	let low = 0;
	let high = ranges.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (line > (ranges[middle]?.end ?? 0)) low = middle + 1;
		else high = middle;
	}
	return low;
}
