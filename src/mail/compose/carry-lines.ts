import { rememberByObject } from '../../base/remember.ts';
import type { Patch } from '../patch/patch.ts';
import { LineNumbers } from '../range-diff/line-numbers.ts';
import { matchLines } from '../range-diff/match-lines.ts';
import type { FileDiff } from '../unified-diff/file-diff.ts';
import { linesOf } from '../unified-diff/lines.ts';
import type { CommentedLines } from './commented-lines.ts';

/** Where lines of a patch are in its newer version. `isChanged`: the newer version has changed the lines, so this is where they were. */
export interface CarriedLines {
	readonly lines: CommentedLines;
	readonly isChanged: boolean;
}

/** Beyond these steps, fewer lines are found again. */
const maxSteps = 5_000_000;

/** Finds lines of the text of a mail, such as a cover letter, in that of its newer version. */
export function carryMailLines(lines: CommentedLines, old: string, current: string): CarriedLines {
	if (lines.kind !== 'mail') return { lines: { kind: 'whole' }, isChanged: lines.kind !== 'whole' };
	const found = findInText(old, current, lines);
	if (!found) return { lines: { kind: 'whole' }, isChanged: true };
	return { lines: { kind: 'mail', first: found.first, last: found.last }, isChanged: found.isChanged };
}

/** Finds lines of a patch in its newer version. `patch` is the newer version's index in its mail. Undefined if the newer version lacks the lines. */
export function carryLines(
	lines: CommentedLines,
	old: Patch,
	current: Patch,
	patch: number,
): CarriedLines | undefined {
	switch (lines.kind) {
		case 'whole':
		case 'mail':
			return { lines: { kind: 'whole' }, isChanged: lines.kind === 'mail' };
		case 'text':
			return lines.text === 'diffstat'
				? { lines: { kind: 'whole' }, isChanged: true }
				: carryText({ ...lines, text: lines.text }, old, current, patch);
		case 'file':
		case 'diff':
			return carryInFile(lines, old, current, patch);
	}
}

type TextLines = Extract<CommentedLines, { kind: 'text' }>;

function carryText(
	lines: TextLines & { readonly text: 'message' | 'notes' },
	old: Patch,
	current: Patch,
	patch: number,
) {
	const { text } = lines;
	const found = findInText(old[text], current[text], lines);
	if (!found) return { lines: { kind: 'whole' }, isChanged: true } as const;
	const range = { first: found.first, last: found.last };
	return { lines: { kind: 'text', text, patch, ...range }, isChanged: found.isChanged } as const;
}

function carryInFile(
	lines: Extract<CommentedLines, { kind: 'file' | 'diff' }>,
	old: Patch,
	current: Patch,
	patch: number,
): CarriedLines | undefined {
	const before = old.files[lines.file];
	const file = before ? current.files.findIndex((one) => isSameFile(one, before)) : -1;
	const after = current.files[file];
	if (!before || !after) return undefined;
	const oldLines = linesOfPatch(old)(before);
	const newLines = linesOfPatch(current)(after);
	if (lines.kind === 'file') {
		const isSame = textsOf(oldLines).join('\n') === textsOf(newLines).join('\n');
		return { lines: { kind: 'file', patch, file }, isChanged: !isSame };
	}
	const at = (line: number) => oldLines.findIndex((one) => one.hunk === lines.hunk && one.index === line);
	const matching = matchingOf(oldLines)(newLines);
	const found = findRange(matching, newLines.length, at(lines.first), at(lines.last));
	const [first, last] = found ? [newLines[found.first], newLines[found.last]] : [];
	if (!found || !first || !last) return { lines: { kind: 'file', patch, file }, isChanged: true };
	return {
		lines: {
			kind: 'diff',
			patch,
			file,
			hunk: last.hunk,
			// A range is in one hunk: of lines in several, only those in the last one stay.
			first: first.hunk === last.hunk ? first.index : 0,
			last: last.index,
		},
		isChanged: found.isChanged,
	};
}

const isSameFile = (one: FileDiff, other: FileDiff): boolean =>
	(one.new ?? one.old) === (other.new ?? other.old);

interface DiffLine {
	readonly hunk: number;
	/** The index of the line in its hunk. */
	readonly index: number;
	/** With the sign of the diff. */
	readonly text: string;
}

const textsOf = (lines: readonly DiffLine[]): readonly string[] => lines.map(({ text }) => text);

const signs = { context: ' ', add: '+', delete: '-', 'no-newline': '\\', wrapped: '' } as const;

const linesOfPatch = rememberByObject(({ source }: Patch) =>
	rememberByObject(({ hunks }: FileDiff): readonly DiffLine[] =>
		hunks.flatMap((one, hunk) =>
			[...linesOf(source, one)].map(({ kind, start, end }, index) => ({
				hunk,
				index,
				text: `${signs[kind]}${source.slice(start, end)}`,
			})),
		),
	),
);

/** For each line the index of the line in the newer version that it is, or -1. */
function matchTexts(old: readonly string[], current: readonly string[]): Int32Array {
	const numbers = new LineNumbers();
	return matchLines(numbers.of(old), numbers.of(current), { steps: maxSteps });
}

/** It is remembered, because there may be hundreds of remarks on a file. */
const matchingOf = rememberByObject((old: readonly DiffLine[]) =>
	rememberByObject((current: readonly DiffLine[]) => matchTexts(textsOf(old), textsOf(current))),
);

interface LineRange {
	readonly first: number;
	readonly last: number;
}

function findInText(old: string, current: string, { first, last }: LineRange) {
	const lines = current.split('\n');
	return findRange(matchTexts(old.split('\n'), lines), lines.length, first, last);
}

/**
 * Where a range of lines is among `newCount` other lines. If the range has changed, but its last line is still there, the range ends with that line. Otherwise it
 * is the line that follows the closest unchanged line above or, without one, the closest unchanged line below. Undefined if there is neither.
 */
function findRange(
	matching: Int32Array,
	newCount: number,
	first: number,
	last: number,
): (LineRange & { readonly isChanged: boolean }) | undefined {
	if (first < 0 || last < first || last >= matching.length) return undefined;
	const target = (line: number) => matching[line] ?? -1;
	const [start, end] = [target(first), target(last)];
	const rangeLength = last - first + 1;
	const isSame = Array.from({ length: rangeLength }).every((_, nth) => target(first + nth) === start + nth);
	if (start !== -1 && isSame) return { first: start, last: end, isChanged: false };
	if (end !== -1) return { first: start !== -1 && start <= end ? start : end, last: end, isChanged: true };
	for (let line = last; line >= 0; line -= 1) {
		if (target(line) === -1) continue;
		// The new lines in the place of the old ones come next.
		const next = Math.min(target(line) + 1, newCount - 1);
		return { first: next, last: next, isChanged: true };
	}
	const below = matching.subarray(last).find((line) => line !== -1);
	return below === undefined ? undefined : { first: below, last: below, isChanged: true };
}
