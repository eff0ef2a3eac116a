import { LineNumbers } from '../range-diff/line-numbers.ts';
import { matchLines } from '../range-diff/match-lines.ts';
import type { DisplayLine } from './display-line.ts';

/** The steps that comparing the lines of a hunk may take. */
const maxSteps = 500_000;

export interface JoinedLines {
	readonly lines: readonly DisplayLine[];
	/** For each line before, the index of the line that shows it now. */
	readonly displayedAt: readonly number[];
}

/** Within each block of changed lines, shows those that differ only in white space as unchanged lines of the new file. */
export function withoutWhitespaceChanges(lines: readonly DisplayLine[]): JoinedLines {
	const shown: DisplayLine[] = [];
	const displayedAt = lines.map(() => 0);
	const show = (line: DisplayLine, indices: readonly number[]) => {
		const at = shown.push(line) - 1;
		for (const index of indices) displayedAt[index] = at;
	};
	const showRange = (indices: readonly number[], start: number, end: number) => {
		for (const index of indices.slice(start, end)) {
			const line = lines[index];
			if (line) show(line, [index]);
		}
	};
	const budget = { steps: maxSteps };
	for (const { unchanged, removed, added } of blocksOf(lines)) {
		showRange(unchanged, 0, unchanged.length);
		const numbers = new LineNumbers();
		const numbersOf = (indices: readonly number[]) =>
			numbers.of(indices.map((index) => keyOf(lines[index], index)));
		const hasBoth = removed.length > 0 && added.length > 0;
		const matching = hasBoth ? matchLines(numbersOf(removed), numbersOf(added), budget) : new Int32Array();
		let oldAt = 0;
		let newAt = 0;
		for (const [oldNext, newNext] of matching.entries()) {
			const oldIndex = removed[oldNext] ?? 0;
			const newIndex = added[newNext] ?? 0;
			const line = newNext === -1 ? undefined : lines[newIndex];
			if (!line) continue;
			showRange(removed, oldAt, oldNext);
			showRange(added, newAt, newNext);
			show({ ...line, sign: ' ', old: lines[oldIndex]?.old ?? null }, [oldIndex, newIndex]);
			oldAt = oldNext + 1;
			newAt = newNext + 1;
		}
		showRange(removed, oldAt, removed.length);
		showRange(added, newAt, added.length);
	}
	return { lines: shown, displayedAt };
}

/** Indices of unchanged lines, and of the changed ones that follow. */
interface Block {
	readonly unchanged: number[];
	readonly removed: number[];
	readonly added: number[];
}

/** A note belongs to the line above it. */
function blocksOf(lines: readonly DisplayLine[]): readonly Block[] {
	let block: Block = { unchanged: [], removed: [], added: [] };
	const blocks = [block];
	let side: DisplayLine['sign'] = ' ';
	for (const [index, { sign }] of lines.entries()) {
		if (sign !== '\\') side = sign;
		if (side === '-') block.removed.push(index);
		else if (side === '+') block.added.push(index);
		else {
			if (block.removed.length + block.added.length > 0) {
				block = { unchanged: [], removed: [], added: [] };
				blocks.push(block);
			}
			block.unchanged.push(index);
		}
	}
	return blocks;
}

/** Equal for lines that differ only in white space. Notes, and lines that are shown in part, are equal to no other. */
function keyOf(line: DisplayLine | undefined, index: number): string {
	if (!line || line.sign === '\\' || line.more > 0) return `#${index}`;
	const invisible = line.invisible.filter(({ name }) => name !== 'CR').map(({ name }) => name);
	return `=${invisible.join()} ${line.text.replace(/\s+/g, '')}`;
}
