import { type DifferenceHunk, differenceHunks } from './difference.ts';
import { LineNumbers } from './line-numbers.ts';
import { matchLines } from './match-lines.ts';
import { type PatchPair, pairPatches, type Steps } from './pair-patches.ts';
import type { PatchTexts } from './range-diff-patch.ts';

/** What is different in a patch. */
interface PatchDifference {
	/** Undefined if the author is the same. */
	readonly author: { readonly old: string; readonly new: string } | undefined;
	/** The differences of the commit messages. */
	readonly message: readonly DifferenceHunk[];
	/** The differences of the diffs. The text of a line has the `+`, `-` or space of its diff. */
	readonly diff: readonly DifferenceHunk[];
}

/** A patch in both versions, or in one of them. `old` and `new` are the indices of the patches. */
export type Pair =
	| { readonly kind: 'unchanged'; readonly old: number; readonly new: number }
	/** The patch is unchanged, but has another place among the other patches. */
	| { readonly kind: 'moved'; readonly old: number; readonly new: number }
	| {
			readonly kind: 'changed';
			readonly old: number;
			readonly new: number;
			readonly isMoved: boolean;
			readonly difference: PatchDifference;
	  }
	| { readonly kind: 'added'; readonly new: number }
	| { readonly kind: 'dropped'; readonly old: number };

/** Beyond these steps, the comparison of two patches shows more differences than there are. */
const maxSteps = 50_000_000;

/** Compares two versions of a series. The pairs come in the order of `git range-diff`. Reasons: docs/decisions/range-diff.md. */
export function rangeDiff(old: readonly PatchTexts[], current: readonly PatchTexts[]): readonly Pair[] {
	const steps = rangeDiffSteps(old, current);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/** As `rangeDiff`, in steps of a few milliseconds. Only comparing two very long patches takes a longer one. */
export function* rangeDiffSteps(
	old: readonly PatchTexts[],
	current: readonly PatchTexts[],
): Steps<readonly Pair[]> {
	const pairs = yield* pairPatches(old, current);
	const moved = movedPairs(pairs);
	const byNew = new Map(pairs.map((pair) => [pair.new, pair]));
	const paired = new Set(pairs.map((pair) => pair.old));
	const oldShown = new Set<number>();
	const rows: Pair[] = [];
	let nextOld = 0;
	// A dropped patch is listed after the patches that came before it in the old version.
	const addDropped = () => {
		for (; nextOld < old.length; nextOld++) {
			if (oldShown.has(nextOld)) continue;
			if (paired.has(nextOld)) return;
			rows.push({ kind: 'dropped', old: nextOld });
		}
	};
	for (const [index, patch] of current.entries()) {
		addDropped();
		const pair = byNew.get(index);
		const before = pair && old[pair.old];
		if (!pair || !before) {
			rows.push({ kind: 'added', new: index });
			continue;
		}
		oldShown.add(pair.old);
		rows.push(comparePair(pair, before, patch, moved.has(pair)));
		yield;
	}
	addDropped();
	return rows;
}

function comparePair(pair: PatchPair, old: PatchTexts, current: PatchTexts, isMoved: boolean): Pair {
	const author = old.author === current.author ? undefined : { old: old.author, new: current.author };
	const message = hunksOf(old.message, current.message);
	const diff = hunksOf(
		old.diff.map(({ text }) => text),
		current.diff.map(({ text }) => text),
	);
	if (author || message.length > 0 || diff.length > 0) {
		return { kind: 'changed', ...pair, isMoved, difference: { author, message, diff } };
	}
	return { kind: isMoved ? 'moved' : 'unchanged', ...pair };
}

function hunksOf(old: readonly string[], current: readonly string[]): readonly DifferenceHunk[] {
	const numbers = new LineNumbers();
	const matching = matchLines(numbers.of(old), numbers.of(current), { steps: maxSteps });
	return differenceHunks(old, current, matching);
}

/** The fewest pairs without which the others are in the same order in both versions. */
function movedPairs(pairs: readonly PatchPair[]): ReadonlySet<PatchPair> {
	interface Chain {
		readonly pair: PatchPair;
		readonly before: Chain | undefined;
	}
	// For each length the chain of pairs in the same order whose last old index is the smallest.
	const ends: Chain[] = [];
	for (const pair of pairs.toSorted((a, b) => a.new - b.new)) {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((ends[middle]?.pair.old ?? 0) < pair.old) low = middle + 1;
			else high = middle;
		}
		ends[low] = { pair, before: ends[low - 1] };
	}
	const moved = new Set(pairs);
	for (let chain = ends.at(-1); chain; chain = chain.before) moved.delete(chain.pair);
	return moved;
}
