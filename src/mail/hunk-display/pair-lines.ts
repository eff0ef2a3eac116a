import { LineNumbers } from '../range-diff/line-numbers.ts';
import { type Budget, matchLines } from '../range-diff/match-lines.ts';
import type { WordSplitter, Words } from './word-splitter.ts';

/** A removed and an added line that probably replaced it, as indices. */
export type LinePair = readonly [old: number, new: number];

/** Less similar lines are not paired. */
const leastSimilarity = 0.45;
/** If there are more possible pairs, only lines with the same index are compared, and only if there are as many old as new lines. */
const maxComparisons = 4000;

/** Pairs the removed and added lines of a block, in order: those with the same words first, then the most similar between them. */
export function pairLines(
	old: readonly Words[],
	current: readonly Words[],
	splitter: WordSplitter,
	budget: Budget,
): readonly LinePair[] {
	const numbers = new LineNumbers();
	const numbersOf = (lines: readonly Words[]) => numbers.of(lines.map(({ ids }) => ids.join()));
	const matching = matchLines(numbersOf(old), numbersOf(current), budget);
	const pairs: LinePair[] = [];
	let oldAt = 0;
	let newAt = 0;
	const pairBetween = (oldEnd: number, newEnd: number) => {
		const between = pairsBetween(old.slice(oldAt, oldEnd), current.slice(newAt, newEnd), splitter, budget);
		for (const [oldIndex, newIndex] of between) pairs.push([oldAt + oldIndex, newAt + newIndex]);
	};
	for (const [index, target] of matching.entries()) {
		if (target === -1) continue;
		pairBetween(index, target);
		pairs.push([index, target]);
		oldAt = index + 1;
		newAt = target + 1;
	}
	pairBetween(old.length, current.length);
	return pairs;
}

function pairsBetween(
	old: readonly Words[],
	current: readonly Words[],
	splitter: WordSplitter,
	budget: Budget,
): readonly LinePair[] {
	if (old.length === 0 || current.length === 0) return [];
	const oldIds = old.map(sortedIds);
	const newIds = current.map(sortedIds);
	const similarityAt = (oldAt: number, newAt: number) => {
		const left = oldIds[oldAt] ?? none;
		const right = newIds[newAt] ?? none;
		budget.steps -= left.length + right.length;
		return budget.steps < 0 ? 0 : similarity(left, right, splitter);
	};
	if (old.length * current.length <= maxComparisons)
		return bestPairs(old.length, current.length, similarityAt);
	if (old.length !== current.length) return [];
	return old.map((_, at): LinePair => [at, at]).filter(([at]) => similarityAt(at, at) >= leastSimilarity);
}

const none = new Int32Array();
const sortedIds = ({ ids }: Words): Int32Array => ids.toSorted();

/** The pairs, in order, whose similarities have the largest sum. */
function bestPairs(
	oldLength: number,
	newLength: number,
	similarityAt: (old: number, current: number) => number,
): readonly LinePair[] {
	const width = newLength + 1;
	// The sums of the best pairs of the lines from here on.
	const sums = new Float64Array((oldLength + 1) * width);
	const similarities = new Float64Array(oldLength * newLength);
	const at = (list: Float64Array, index: number) => list[index] ?? 0;
	for (let old = oldLength - 1; old >= 0; old--) {
		for (let current = newLength - 1; current >= 0; current--) {
			const share = similarityAt(old, current);
			const paired = share < leastSimilarity ? 0 : share + at(sums, (old + 1) * width + current + 1);
			similarities[old * newLength + current] = share;
			const skipped = Math.max(at(sums, (old + 1) * width + current), at(sums, old * width + current + 1));
			sums[old * width + current] = Math.max(paired, skipped);
		}
	}
	const pairs: LinePair[] = [];
	for (let old = 0, current = 0; old < oldLength && current < newLength; ) {
		const best = at(sums, old * width + current);
		const share = at(similarities, old * newLength + current);
		if (share >= leastSimilarity && best === share + at(sums, (old + 1) * width + current + 1)) {
			pairs.push([old++, current++]);
		} else if (best === at(sums, (old + 1) * width + current)) old++;
		else current++;
	}
	return pairs;
}

/** How much of two lines is in both, from 0 to 1. The words are in ascending order. */
function similarity(one: Int32Array, other: Int32Array, splitter: WordSplitter): number {
	let common = 0;
	let total = 0;
	for (let left = 0, right = 0; left < one.length || right < other.length; ) {
		const a = one[left] ?? Number.POSITIVE_INFINITY;
		const b = other[right] ?? Number.POSITIVE_INFINITY;
		const weight = splitter.weightOf(Math.min(a, b));
		total += a === b ? 2 * weight : weight;
		if (a === b) common += 2 * weight;
		if (a <= b) left++;
		if (b <= a) right++;
	}
	return total === 0 ? 0 : common / total;
}
