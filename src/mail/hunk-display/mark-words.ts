import type { Budget } from '../range-diff/match-lines.ts';
import type { DisplayLine } from './display-line.ts';
import { pairLines } from './pair-lines.ts';
import { diffWords, type SplitLine } from './word-diff.ts';
import { WordSplitter } from './word-splitter.ts';

/** Longer lines are not compared. */
const longestCompared = 1000;
/** How many characters of a hunk are compared. Reading a hunk must not take long, and few users read a longer one closely. */
const maxCharacters = 60_000;
/** The steps of all comparisons in a hunk. */
const maxSteps = 200_000;

/** Marks the words that differ in removed and added lines beside each other. Beyond the limits above, marks nothing. */
export function markWords(lines: readonly DisplayLine[]): readonly DisplayLine[] {
	const marked = [...lines];
	const budget = { steps: maxSteps };
	let charactersLeft = maxCharacters;
	for (const block of changedBlocks(lines)) {
		const length = block.reduce((sum, at) => sum + (lines[at]?.text.length ?? 0), 0);
		if (length > charactersLeft) continue;
		charactersLeft -= length;
		markBlock(marked, block, budget);
	}
	return marked;
}

/** The indices of changed lines that follow each other. Notes do not end a block. */
function changedBlocks(lines: readonly DisplayLine[]): readonly (readonly number[])[] {
	const blocks: number[][] = [];
	let block: number[] | undefined;
	for (const [index, { sign }] of lines.entries()) {
		if (sign === ' ') block = undefined;
		else if (sign !== '\\') {
			if (!block) {
				block = [];
				blocks.push(block);
			}
			block.push(index);
		}
	}
	return blocks;
}

function markBlock(lines: DisplayLine[], block: readonly number[], budget: Budget): void {
	const indicesOf = (sign: DisplayLine['sign']) =>
		block.filter((at) => lines[at]?.sign === sign && isComparable(lines[at]));
	const removed = indicesOf('-');
	const added = indicesOf('+');
	if (removed.length === 0 || added.length === 0) return;
	const splitter = new WordSplitter();
	const split = (at: number): SplitLine => {
		const text = lines[at]?.text ?? '';
		return { text, ...splitter.split(text) };
	};
	const old = removed.map(split);
	const current = added.map(split);
	for (const [oldAt, newAt] of pairLines(old, current, splitter, budget)) {
		const oldLine = old[oldAt];
		const newLine = current[newAt];
		const words = oldLine && newLine && diffWords(oldLine, newLine, splitter, budget);
		if (!words) continue;
		setWords(lines, removed[oldAt] ?? -1, words.old);
		setWords(lines, added[newAt] ?? -1, words.new);
	}
}

const isComparable = (line: DisplayLine): boolean => line.more === 0 && line.text.length <= longestCompared;

function setWords(lines: DisplayLine[], index: number, words: readonly number[]): void {
	const line = lines[index];
	if (line) lines[index] = { ...line, words };
}
