import type { FileDiff, Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { type FileLine, fileLines, type VersionFile } from './file-lines.ts';
import { oldRange } from './hunk-ranges.ts';

export interface HunkLines {
	readonly hunk: Hunk;
	readonly lines: readonly FileLine[];
}

export const readHunks = (source: string, { hunks }: FileDiff): readonly HunkLines[] =>
	hunks.map((hunk) => ({ hunk, lines: fileLines(source, hunk) }));

/**
 * Whether the last hunk ends at the end of the file. Then it has no line break at its end, or less context below its changes than
 * another hunk has above or below.
 */
export function reachesEnd(status: FileDiff['status'], hunks: readonly HunkLines[]): boolean {
	if (status === 'A' || status === 'D' || status === 'T') return true;
	const last = hunks.at(-1)?.lines ?? [];
	if (last.some(({ hasBreak }) => !hasBreak)) return true;
	const contexts = hunks.map(({ lines }) => contextOf(lines));
	const longest = contexts.reduce((length, { above, below }) => Math.max(length, above, below), 0);
	return (contexts.at(-1)?.below ?? 0) < longest;
}

function contextOf(lines: readonly FileLine[]): { readonly above: number; readonly below: number } {
	const isChange = ({ side }: FileLine) => side !== 'both';
	const first = lines.findIndex(isChange);
	if (first === -1) return { above: 0, below: 0 };
	return { above: first, below: lines.length - 1 - lines.findLastIndex(isChange) };
}

interface OldFileLine extends FileLine {
	/** Its number in the file, from 0. */
	readonly index: number;
}

/** Lines of a file before a patch, in their order. */
export interface OldFileLines {
	readonly lines: readonly OldFileLine[];
	/** Whether the last one is the last of the file. */
	readonly reachEnd: boolean;
}

/** The lines of the file that patches with the same old file contain. Where they differ, the first one counts. */
export function oldFileLines(patches: readonly VersionFile[]): OldFileLines {
	const lines = new Map<number, OldFileLine>();
	let reachEnd = false;
	for (const { source, file } of patches) {
		const hunks = readHunks(source, file);
		reachEnd ||= reachesEnd(file.status, hunks);
		for (const { hunk, lines: all } of hunks) {
			let index = oldRange(hunk).start;
			for (const { side, text, hasBreak } of all) {
				if (side === 'new') continue;
				if (!lines.has(index)) lines.set(index, { side: 'both', text, hasBreak, index });
				index += 1;
			}
		}
	}
	return { lines: [...lines.values()].sort((one, other) => one.index - other.index), reachEnd };
}
