import { type Budget, matchLines } from '../range-diff/match-lines.ts';
import type { WordSplitter, Words } from './words.ts';

/** A line, with its words. */
export interface SplitLine extends Words {
	readonly text: string;
}

/** What differs in two lines: offsets in each, alternately of a start and an end. */
export interface WordDiff {
	readonly old: readonly number[];
	readonly new: readonly number[];
}

/** Lines that have less in common are marked as a whole: by their sign. */
const leastCommon = 0.4;
/** Words in common between two changes are marked too if they count no more than this. */
const maxBridged = 2;

/** The words that differ in two lines. Undefined if the lines have little in common. */
export function diffWords(
	old: SplitLine,
	current: SplitLine,
	splitter: WordSplitter,
	budget: Budget,
): WordDiff | undefined {
	const forward = matchLines(old.ids, current.ids, budget);
	removeBridges(forward, old, current, splitter);
	const common = forward.reduce(
		(sum, target, at) => sum + (target === -1 ? 0 : splitter.weightOf(old.ids[at] ?? -1)),
		0,
	);
	const total = weightOf(old, splitter) + weightOf(current, splitter);
	if (total > 0 && (2 * common) / total < leastCommon) return undefined;
	return rangesOf(old, current, forward);
}

const weightOf = ({ ids }: Words, splitter: WordSplitter): number =>
	ids.reduce((sum, id) => sum + splitter.weightOf(id), 0);

/** Unmatches a few words between two changes, so that `a.b` and `c.d` differ as a whole and not in two letters. */
function removeBridges(matching: Int32Array, old: Words, current: Words, splitter: WordSplitter): void {
	let at = 0;
	while (at < matching.length) {
		if (matching[at] === -1) {
			at++;
			continue;
		}
		const start = at;
		let weight = 0;
		do {
			weight += splitter.weightOf(old.ids[at] ?? -1);
			at++;
		} while (at < matching.length && matching[at] === (matching[at - 1] ?? -2) + 1);
		const first = matching[start] ?? 0;
		const last = matching[at - 1] ?? 0;
		const isAtEdge =
			(start === 0 && first === 0) || (at === matching.length && last === current.ids.length - 1);
		if (!isAtEdge && weight <= maxBridged) matching.fill(-1, start, at);
	}
}

/** Walks along both lines, and marks what is not matched, with the white space inside. */
function rangesOf(old: SplitLine, current: SplitLine, matching: Int32Array): WordDiff {
	const ranges = { old: new Ranges(old), new: new Ranges(current) };
	let [oldAt, newAt] = [0, 0];
	const step = (oldNext: number, newNext: number) => {
		if (oldNext === oldAt && newNext === newAt) markSpace(ranges, oldAt, newAt);
		ranges.old.addWords(oldAt, oldNext);
		ranges.new.addWords(newAt, newNext);
	};
	for (const [index, target] of matching.entries()) {
		if (target === -1) continue;
		step(index, target);
		[oldAt, newAt] = [index + 1, target + 1];
	}
	step(old.ids.length, current.ids.length);
	return { old: ranges.old.offsets, new: ranges.new.offsets };
}

/** Marks how the white space differs before these words, whose neighbors are matched. */
function markSpace(ranges: Readonly<Record<'old' | 'new', Ranges>>, oldAt: number, newAt: number): void {
	const [one, other] = [ranges.old.gapBefore(oldAt), ranges.new.gapBefore(newAt)];
	const [left, right] = [ranges.old.textOf(one), ranges.new.textOf(other)];
	if (left === right) return;
	let start = 0;
	while (start < left.length && left[start] === right[start]) start++;
	let end = 0;
	const most = Math.min(left.length, right.length) - start;
	while (end < most && left.at(-1 - end) === right.at(-1 - end)) end++;
	ranges.old.add(one.start + start, one.end - end);
	ranges.new.add(other.start + start, other.end - end);
}

interface Range {
	readonly start: number;
	readonly end: number;
}

class Ranges {
	readonly offsets: number[] = [];
	readonly #line: SplitLine;

	constructor(line: SplitLine) {
		this.#line = line;
	}

	addWords(first: number, next: number): void {
		if (next > first) this.add(this.#line.starts[first] ?? 0, this.#line.ends[next - 1] ?? 0);
	}

	add(start: number, end: number): void {
		if (end > start) this.offsets.push(start, end);
	}

	/** The white space before a word, or at the end of the line. */
	gapBefore(word: number): Range {
		const { starts, ends, text } = this.#line;
		return { start: ends[word - 1] ?? 0, end: starts[word] ?? text.length };
	}

	textOf({ start, end }: Range): string {
		return this.#line.text.slice(start, end);
	}
}
