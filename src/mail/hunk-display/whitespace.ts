import { type Lines, matchLines } from '../range-diff/match-lines.ts';
import type { DisplayLine } from './display-line.ts';

/** The steps that comparing the lines of a hunk may take. */
const maxSteps = 500_000;

export interface JoinedLines {
	readonly lines: readonly DisplayLine[];
	/** For each line before, the index of the line that shows it now. */
	readonly displayedAt: readonly number[];
}

/**
 * Shows changes in white space alone as unchanged lines of the new file: as `git diff --ignore-all-space` does, within the blocks of
 * changed lines.
 */
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
		const keys = new Map<string, number>();
		const idsOf = (indices: readonly number[]): Lines =>
			Int32Array.from(indices, (index) => idOf(keys, keyOf(lines[index], index)));
		const hasBoth = removed.length > 0 && added.length > 0;
		const matching = hasBoth ? matchLines(idsOf(removed), idsOf(added), budget) : new Int32Array();
		let [oldAt, newAt] = [0, 0];
		for (const [oldNext, newNext] of matching.entries()) {
			const [old, current] = [removed[oldNext] ?? 0, added[newNext] ?? 0];
			const line = newNext === -1 ? undefined : lines[current];
			if (!line) continue;
			showRange(removed, oldAt, oldNext);
			showRange(added, newAt, newNext);
			show({ ...line, sign: ' ', old: lines[old]?.old ?? null }, [old, current]);
			[oldAt, newAt] = [oldNext + 1, newNext + 1];
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

function idOf(keys: Map<string, number>, key: string): number {
	const id = keys.get(key) ?? keys.size;
	keys.set(key, id);
	return id;
}
