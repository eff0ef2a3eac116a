import { type HunkLine, linesOf } from '../../../mail/unified-diff/lines.ts';
import type { VersionFile } from './file-lines.ts';
import { newRange, oldRange } from './hunk-ranges.ts';

/** A line of a hunk, by indices. */
export interface LineInHunk {
	readonly hunk: number;
	/** The index in the lines of the hunk. */
	readonly line: number;
}

/** Lines of a document, from 0. Both are in the range. */
export interface DocumentRange {
	readonly first: number;
	readonly last: number;
}

/** The hunks of a file in a document that shows one side of the file, or the diff itself. */
export interface DocumentHunks extends VersionFile {
	readonly shows: 'old' | 'new' | 'diff';
	/** For each hunk, the line of the document that it begins with, from 0. */
	readonly starts: readonly number[];
}

/** The hunks in a document that has all lines of the file. */
export const wholeHunks = ({ source, file }: VersionFile, side: 'old' | 'new'): DocumentHunks => ({
	source,
	file,
	shows: side,
	starts: file.hunks.map((hunk) => (side === 'old' ? oldRange : newRange)(hunk).start),
});

/**
 * Where a document shows lines of a hunk; undefined if it does not show the last one. Unchanged lines are on both sides of a file. Here, they
 * are only on the new side, so that comments on them are shown once.
 */
export function rangeInDocument(
	document: DocumentHunks,
	hunk: number,
	first: number,
	last: number,
): DocumentRange | undefined {
	let start: number | undefined;
	for (const { index, at, isOwn } of documentLines(document, hunk)) {
		if (index > last) break;
		if (index >= first && isOwn) start ??= at;
		if (index === last) return isOwn ? { first: start ?? at, last: at } : undefined;
	}
	return undefined;
}

/** The line of a hunk that stands at a line of a document. Undefined if none does, as for an unchanged line on the old side. */
export function lineInHunk(document: DocumentHunks, documentLine: number): LineInHunk | undefined {
	const hunk = document.starts.findLastIndex((start) => start <= documentLine);
	for (const { index, at, isOwn } of documentLines(document, hunk))
		if (at === documentLine && isOwn) return { hunk, line: index };
	return undefined;
}

/** The lines of a document at which lines of hunks stand. Those of different hunks are different ranges. */
export function ownRanges(document: DocumentHunks): readonly DocumentRange[] {
	return document.starts.flatMap((_, hunk) => {
		const ranges: { first: number; last: number }[] = [];
		for (const { at, isOwn } of documentLines(document, hunk)) {
			const range = ranges.at(-1);
			if (!isOwn || at === range?.last) continue;
			if (range?.last === at - 1) range.last = at;
			else ranges.push({ first: at, last: at });
		}
		return ranges;
	});
}

interface DocumentLine {
	/** The index in the lines of the hunk. */
	readonly index: number;
	/** The line of the document. */
	readonly at: number;
	/** Whether comments on the line stand in this document. */
	readonly isOwn: boolean;
}

function* documentLines(
	{ source, file, shows, starts }: DocumentHunks,
	index: number,
): Generator<DocumentLine> {
	const hunk = file.hunks[index];
	if (!hunk) return;
	// The line of the document that was reached last: at first, the one above the hunk.
	let at = (starts[index] ?? 0) - 1;
	let line = 0;
	let kind: HunkLine['kind'] = 'no-newline';
	for (const read of linesOf(source, hunk)) {
		// The line is the rest of the line above, or a remark about that line.
		const isContinued = read.kind === 'wrapped' || read.kind === 'no-newline';
		if (!isContinued) kind = read.kind;
		const isOwn = shows === 'diff' || isOwnOf(shows, kind);
		if (shows === 'diff' || (!isContinued && (isOwn || kind === 'context'))) at += 1;
		yield { index: line, at, isOwn };
		line += 1;
	}
}

const isOwnOf = (side: 'old' | 'new', kind: HunkLine['kind']): boolean =>
	side === 'old' ? kind === 'delete' : kind === 'add' || kind === 'context';
