import { bestAssignment, type Edge } from './assignment.ts';
import { differenceSize } from './difference.ts';
import { LineNumbers } from './line-numbers.ts';
import type { Budget, NumberedLines } from './match-lines.ts';
import type { PatchTexts } from './range-diff-patch.ts';

/** Two patches are paired if their difference is shorter than this share of both together, as in `git range-diff`. */
const creationFactor = 0.6;
/** The steps for the differences of all pairs. Beyond them, the lines that two patches do not share decide. */
const maxSteps = 10_000_000;

/** Lets the caller pause or stop between two steps. */
export type Steps<T> = Generator<undefined, T>;

export interface PatchPair {
	readonly old: number;
	readonly new: number;
}

/** A patch that is still to be paired. */
interface UnpairedPatch {
	readonly index: number;
	readonly title: string;
	readonly lines: NumberedLines;
	/** What it costs to leave the patch without a partner. */
	readonly cost: number;
}

/** The pairs of patches that belong together: those with equal diffs first, then those whose differences are the smallest. */
export function* pairPatches(
	old: readonly PatchTexts[],
	current: readonly PatchTexts[],
): Steps<readonly PatchPair[]> {
	const exact = exactPairs(old, current);
	const numbers = new LineNumbers();
	const unpaired = (patches: readonly PatchTexts[], side: 'old' | 'new') => {
		const paired = new Set(exact.map((pair) => pair[side]));
		return patches.flatMap((patch, index) =>
			paired.has(index) || patch.diff.length === 0 ? [] : [toUnpaired(patch, index, numbers)],
		);
	};
	const edges = yield* edgesOf(unpaired(old, 'old'), unpaired(current, 'new'), numbers);
	const assigned = bestAssignment(edges).map(({ row, column }) => ({ old: row, new: column }));
	return [...exact, ...assigned];
}

/** Pairs patches with the same diff, in their order. Patches without a diff must have the same message. */
function exactPairs(old: readonly PatchTexts[], current: readonly PatchTexts[]): PatchPair[] {
	const keyOf = ({ diff, author, message }: PatchTexts) =>
		diff.length > 0 ? diff.map(({ text }) => text).join('\n') : ['no diff', author, ...message].join('\n');
	const unpaired = Map.groupBy(old.entries(), ([, patch]) => keyOf(patch));
	return current.flatMap((patch, index) => {
		const [first] = unpaired.get(keyOf(patch))?.shift() ?? [];
		return first === undefined ? [] : [{ old: first, new: index }];
	});
}

function toUnpaired({ diff, message }: PatchTexts, index: number, numbers: LineNumbers): UnpairedPatch {
	const texts = diff.map(({ text }) => text);
	// The empty lines between files do not count.
	const size = texts.filter((text) => text !== '').length;
	return {
		index,
		title: message[0] ?? '',
		lines: numbers.of(texts),
		cost: Math.floor(size * creationFactor),
	};
}

interface PossiblePair {
	readonly old: UnpairedPatch;
	readonly new: UnpairedPatch;
	/** How many lines the difference has at least. */
	readonly minSize: number;
}

/** The pairs that are better than no pair. */
function* edgesOf(
	old: readonly UnpairedPatch[],
	current: readonly UnpairedPatch[],
	numbers: LineNumbers,
): Steps<readonly Edge[]> {
	const possible: PossiblePair[] = [];
	const counts = new Int32Array(numbers.count);
	for (const one of old) {
		for (const line of one.lines) counts[line] = (counts[line] ?? 0) + 1;
		for (const other of current) {
			const maxSize = one.cost + other.cost;
			if (Math.abs(one.lines.length - other.lines.length) > maxSize) continue;
			const minSize = one.lines.length + other.lines.length - 2 * commonLines(counts, other.lines);
			if (minSize <= maxSize) possible.push({ old: one, new: other, minSize });
			yield;
		}
		for (const line of one.lines) counts[line] = 0;
	}
	// The most similar pairs come first, as they need the budget least and the exact figure most.
	possible.sort((a, b) => a.minSize / (a.old.cost + a.new.cost) - b.minSize / (b.old.cost + b.new.cost));
	const budget: Budget = { steps: maxSteps };
	const edges: Edge[] = [];
	for (const { old, new: current, minSize } of possible) {
		const size = budget.steps > 0 ? differenceSize(old.lines, current.lines, budget) : minSize;
		const gain = gainOf(old.cost + current.cost - size, old.title === current.title);
		if (gain > 0) edges.push({ row: old.index, column: current.index, gain });
		yield;
	}
	return edges;
}

/** Where costs are equal, git's choice is arbitrary. Here the same title decides. */
const gainOf = (saved: number, isSameTitle: boolean): number => saved * 10_000 + (isSameTitle ? 1 : 0);

/** How many of the lines are among those that are counted. Leaves the counts as they were. */
function commonLines(counts: Int32Array, lines: NumberedLines): number {
	let common = 0;
	for (const line of lines) {
		const left = counts[line] ?? 0;
		if (left > 0) common++;
		counts[line] = left - 1;
	}
	for (const line of lines) counts[line] = (counts[line] ?? 0) + 1;
	return common;
}
