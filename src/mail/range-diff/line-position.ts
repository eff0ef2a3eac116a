import type { DiffLine, RangeDiffPatch } from './range-diff-patch.ts';

/** The state of a file that a line is read in: before the patch or after it. */
export type Side = 'old' | 'new';

/** A line of a version. */
export interface PatchLine {
	/** The index of its patch. */
	readonly patch: number;
	/** The index in the patch's `message` or `diff`. */
	readonly line: number;
}

export type LinePosition = PatchLine &
	({ readonly part: 'message' } | { readonly part: 'diff'; readonly side: Side });

/** The number of the line on that side. Undefined if it is not there: added or deleted, or a header. */
export const lineNumber = (line: DiffLine, side: Side): number | undefined =>
	side === 'old' ? line.oldLine : line.newLine;

/** The position of a line that is known by its number. Undefined if the diff does not contain it. */
export function positionOfLine(
	version: readonly RangeDiffPatch[],
	{
		patch,
		file,
		side,
		number,
	}: { readonly patch: number; readonly file: number; readonly side: Side; readonly number: number },
): LinePosition | undefined {
	const line = version[patch]?.diff.findIndex(
		(line) => line.file === file && lineNumber(line, side) === number,
	);
	return line === undefined || line === -1 ? undefined : { part: 'diff', patch, line, side };
}

/** The position of the line that contains the offset of the patch's source. Undefined outside the diff. */
export function positionOfOffset(
	version: readonly RangeDiffPatch[],
	patch: number,
	offset: number,
): LinePosition | undefined {
	const diff = version[patch]?.diff ?? [];
	const line = diff.findLastIndex((line) => line.offset !== undefined && line.offset <= offset);
	const found = diff[line];
	// The line break belongs to the line.
	if (found?.end === undefined || offset > found.end + 1) return undefined;
	return {
		part: 'diff',
		patch,
		line,
		side: found.newLine === undefined && found.oldLine !== undefined ? 'old' : 'new',
	};
}
