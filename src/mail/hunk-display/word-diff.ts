import { type Budget, matchLines } from '../range-diff/match-lines.ts';
import type { WordSplitter, Words } from './word-splitter.ts';

/** A line, with its words. */
export interface SplitLine extends Words {
	readonly text: string;
}

/** What differs in two lines: offsets in each, alternately of a start and an end. */
export interface WordDiff {
	readonly old: readonly number[];
	readonly new: readonly number[];
}

/** In lines that have less in common, no words are marked. */
const leastCommon = 0.4;
/** Words in common between two changes are marked too if they weigh no more than this. */
const maxBridged = 2;

/** The words that differ in two lines. Undefined if the lines have little in common. */
export function diffWords(
	old: SplitLine,
	current: SplitLine,
	splitter: WordSplitter,
	budget: Budget,
): WordDiff | undefined {
	const matching = matchLines(old.ids, current.ids, budget);
	removeBridges(matching, old, current, splitter);
	const common = matching.reduce(
		(sum, target, at) => sum + (target === -1 ? 0 : splitter.weightOf(old.ids[at] ?? -1)),
		0,
	);
	const total = weightOf(old, splitter) + weightOf(current, splitter);
	if (total > 0 && (2 * common) / total < leastCommon) return undefined;
	return rangesOf(old, current, matching);
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
		const first = matching[start] ?? 0;
		let weight = 0;
		for (; at < matching.length && matching[at] === first + at - start; at++)
			weight += splitter.weightOf(old.ids[at] ?? -1);
		const last = matching[at - 1] ?? 0;
		const isAtEdge =
			(start === 0 && first === 0) || (at === matching.length && last === current.ids.length - 1);
		if (!isAtEdge && weight <= maxBridged) matching.fill(-1, start, at);
	}
}

/** Walks along both lines, and marks what is not matched, with the white space inside. */
function rangesOf(old: SplitLine, current: SplitLine, matching: Int32Array): WordDiff {
	const ranges = { old: new Ranges(old), new: new Ranges(current) };
	let oldAt = 0;
	let newAt = 0;
	const step = (oldNext: number, newNext: number) => {
		if (oldNext === oldAt && newNext === newAt) markSpace(ranges.old, oldAt, ranges.new, newAt);
		ranges.old.addWords(oldAt, oldNext);
		ranges.new.addWords(newAt, newNext);
	};
	for (const [index, target] of matching.entries()) {
		if (target === -1) continue;
		step(index, target);
		oldAt = index + 1;
		newAt = target + 1;
	}
	step(old.ids.length, current.ids.length);
	return { old: ranges.old.offsets, new: ranges.new.offsets };
}

/** Marks how the white space differs between matched words. */
function markSpace(old: Ranges, oldAt: number, current: Ranges, newAt: number): void {
	const oldGap = old.gapBefore(oldAt);
	const newGap = current.gapBefore(newAt);
	const oldSpace = old.textOf(oldGap);
	const newSpace = current.textOf(newGap);
	if (oldSpace === newSpace) return;
	let prefix = 0;
	while (prefix < oldSpace.length && oldSpace[prefix] === newSpace[prefix]) prefix++;
	let suffix = 0;
	const maxSuffix = Math.min(oldSpace.length, newSpace.length) - prefix;
	while (suffix < maxSuffix && oldSpace.at(-1 - suffix) === newSpace.at(-1 - suffix)) suffix++;
	old.add(oldGap.start + prefix, oldGap.end - suffix);
	current.add(newGap.start + prefix, newGap.end - suffix);
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
