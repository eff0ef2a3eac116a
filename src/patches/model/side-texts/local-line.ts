import { fileLines, type VersionFile } from './file-lines.ts';
import { newRange, oldRange } from './hunk-ranges.ts';

/** Where to go in a file that a patch changes. */
export interface VersionFileLine extends VersionFile {
	/** A line of the file after the patch, from 1. Null for the beginning. */
	readonly line: number | null;
}

/** How many lines above and below are compared. */
const nearLines = 10;

/** Texts of lines by their numbers, from 0. */
type Lines = ReadonlyMap<number, string>;

interface LocalPlace {
	/** From 0. */
	readonly line: number;
	/** How many lines near it are the same. */
	readonly matches: number;
}

/**
 * Where a line of the file after a patch is in a local file, which may have other lines above, or not have the patch: where most of the
 * lines near it are. `line` counts from 1. Without matches, the number is taken as it is.
 */
export function findLocalLine(local: readonly string[], version: VersionFile, line: number): LocalPlace {
	const target = line - 1;
	const { old, new: current, oldTarget } = linesNear(version, target);
	const after = matchLines(local, current, target);
	const before = matchLines(local, old, oldTarget);
	const best = after.matches >= before.matches ? after : before;
	return { ...best, line: Math.min(Math.max(0, best.line), Math.max(0, local.length - 1)) };
}

/** The lines near a line of the new file, and where that would be in the old file. */
function linesNear({ source, file }: VersionFile, target: number) {
	const old = new Map<number, string>();
	const current = new Map<number, string>();
	let oldTarget = target;
	let isFound = false;
	for (const hunk of file.hunks) {
		const oldLines = oldRange(hunk);
		const newLines = newRange(hunk);
		if (newLines.start <= target) oldTarget = oldLines.end + Math.max(0, target - newLines.end);
		if (newLines.start > target + nearLines || newLines.end < target - nearLines) continue;
		let oldAt = oldLines.start;
		let newAt = newLines.start;
		for (const { side, text } of fileLines(source, hunk)) {
			// An added line has the old number of the first line that it replaces. An unchanged line has its own.
			if (newAt === target && (side === 'both' || !isFound)) {
				oldTarget = oldAt;
				isFound = true;
			}
			if (side !== 'new') old.set(oldAt, text);
			if (side !== 'old') current.set(newAt, text);
			if (side !== 'new') oldAt += 1;
			if (side !== 'old') newAt += 1;
		}
	}
	return { old, new: current, oldTarget };
}

/** Each equal line is a vote for a distance. If distances have as many votes, the shortest counts. */
function matchLines(local: readonly string[], lines: Lines, target: number): LocalPlace {
	const numbers = new Map<string, number[]>();
	for (const [number, text] of lines) {
		const content = text.replace(/\r$/, '');
		if (Math.abs(number - target) > nearLines || content.trim() === '') continue;
		numbers.set(content, [...(numbers.get(content) ?? []), number]);
	}
	const votes = new Map<number, number>();
	for (const [index, text] of local.entries())
		for (const number of numbers.get(text) ?? [])
			votes.set(index - number, (votes.get(index - number) ?? 0) + 1);
	let best = 0;
	let matches = 0;
	for (const [distance, count] of votes) {
		const isBetter = count > matches || (count === matches && Math.abs(distance) < Math.abs(best));
		if (!isBetter) continue;
		best = distance;
		matches = count;
	}
	return { line: target + best, matches };
}
