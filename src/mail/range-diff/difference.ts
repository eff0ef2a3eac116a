import { type Budget, matchLines, type NumberedLines } from './match-lines.ts';

/** The unchanged lines around a change. */
const contextLines = 3;

interface DifferenceLine {
	readonly kind: 'same' | 'removed' | 'added';
	readonly text: string;
	/** The index of the line in the old version. Undefined if it was added. */
	readonly old: number | undefined;
	/** The index of the line in the new version. Undefined if it was removed. */
	readonly new: number | undefined;
}

/** Changes near each other, with the lines around them. */
export interface DifferenceHunk {
	/** The closest header above the hunk in the old version: a hunk's `@@ file: function` or a file's ` ## name ##`. Empty if none. */
	readonly section: string;
	readonly lines: readonly DifferenceLine[];
}

/** Lines that are the same on both sides, or that differ. The ends are excluded. Every line of both sides is in exactly one run. */
interface Run {
	readonly isSame: boolean;
	readonly old: number;
	readonly oldEnd: number;
	readonly new: number;
	readonly newEnd: number;
}

function runsOf(matching: Int32Array, newLength: number): Run[] {
	const runs: Run[] = [];
	let old = 0;
	let current = 0;
	while (old < matching.length || current < newLength) {
		const oldStart = old;
		const newStart = current;
		while (old < matching.length && matching[old] === current) {
			old++;
			current++;
		}
		if (old > oldStart) {
			runs.push({ isSame: true, old: oldStart, oldEnd: old, new: newStart, newEnd: current });
		}
		const changed = { old, new: current };
		while (old < matching.length && matching[old] === -1) old++;
		current = matching[old] ?? newLength;
		if (old > changed.old || current > changed.new) {
			runs.push({ isSame: false, ...changed, oldEnd: old, newEnd: current });
		}
	}
	return runs;
}

/** The runs of each hunk: changes with the lines around them. Changes whose surrounding lines touch are in the same hunk. */
function groupsOf(runs: readonly Run[]): Run[][] {
	const groups: Run[][] = [];
	let group: Run[] | undefined;
	for (const [index, run] of runs.entries()) {
		const isLast = index === runs.length - 1;
		const length = run.oldEnd - run.old;
		if (!run.isSame || (group && !isLast && length <= 2 * contextLines)) {
			if (!group) {
				group = [];
				groups.push(group);
			}
			group.push(run);
			continue;
		}
		// The run ends a hunk, begins the next one, or both.
		const context = Math.min(contextLines, length);
		group?.push({ ...run, oldEnd: run.old + context, newEnd: run.new + context });
		group = undefined;
		if (isLast) continue;
		group = [{ ...run, old: run.oldEnd - context, new: run.newEnd - context }];
		groups.push(group);
	}
	return groups;
}

/** How many lines the difference has when it is shown, the headers of its hunks included. */
export function differenceSize(old: NumberedLines, current: NumberedLines, budget: Budget): number {
	const groups = groupsOf(runsOf(matchLines(old, current, budget), current.length));
	let size = 0;
	for (const group of groups) {
		size += 1;
		for (const run of group) size += run.oldEnd - run.old + (run.isSame ? 0 : run.newEnd - run.new);
	}
	return size;
}

/** The difference of two lists of lines. `matching` is what `matchLines` found. */
export function differenceHunks(
	old: readonly string[],
	current: readonly string[],
	matching: Int32Array,
): readonly DifferenceHunk[] {
	let section = '';
	let searchedTo = 0;
	return groupsOf(runsOf(matching, current.length)).map((group) => {
		const start = group[0]?.old ?? 0;
		for (; searchedTo < start; searchedTo++) {
			const line = old[searchedTo] ?? '';
			if (isSection(line)) section = line;
		}
		return { section, lines: group.flatMap((run) => linesOf(old, current, run)) };
	});
}

const isSection = (line: string): boolean => /^.?@@|^ ## .* ##$/.test(line);

function linesOf(old: readonly string[], current: readonly string[], run: Run): DifferenceLine[] {
	const before = old.slice(run.old, run.oldEnd);
	if (run.isSame) {
		return before.map((text, nth) => ({ kind: 'same', text, old: run.old + nth, new: run.new + nth }));
	}
	const after = current.slice(run.new, run.newEnd);
	return [
		...before.map(
			(text, nth): DifferenceLine => ({ kind: 'removed', text, old: run.old + nth, new: undefined }),
		),
		...after.map(
			(text, nth): DifferenceLine => ({ kind: 'added', text, old: undefined, new: run.new + nth }),
		),
	];
}
