import { lineText, nextLine, previousLine } from '../text/source-lines.ts';
import type { FileDiff } from '../unified-diff/file-diff.ts';
import { isDiffstatLine } from './notes.ts';

/** Offsets in a text. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/** Diffs in a text, with the diffstat above them. */
export interface DiffRange extends TextRange {
	/** What the offsets of the files point into: the text, unless the diff is indented. */
	readonly source: string;
	/** Empty if there is only a diffstat. */
	readonly files: readonly FileDiff[];
}

/** Where a text has diffs, each with the diffstat above it, in order. In a text without diffs, the diffstat of a cover letter. */
export function diffRanges(
	text: string,
	patches: readonly { readonly source: string; readonly files: readonly FileDiff[] }[],
): readonly DiffRange[] {
	const ranges = patches
		.filter(({ source, files }) => source === text && files.length > 0)
		.map(({ files }): DiffRange => {
			const start = files[0]?.start ?? 0;
			return { start: diffstatStart(text, start), end: files.at(-1)?.end ?? start, source: text, files };
		})
		.sort((one, other) => one.start - other.start);
	if (ranges.length > 0) return ranges.filter(({ start }, at) => start >= (ranges[at - 1]?.end ?? 0));
	const summary = /^ \d{1,9} files? changed\b/m.exec(text)?.index;
	if (summary === undefined) return [];
	return [{ start: diffstatStart(text, summary), end: diffstatEnd(text, summary), source: text, files: [] }];
}

/** Where the lines of the diffstat above `end` start; `end` if there is none. Empty lines may be between. */
export function diffstatStart(text: string, end: number): number {
	let start = end;
	for (let at = end; at > 0; ) {
		const previous = previousLine(text, at);
		const line = lineText(text, previous, at);
		if (isDiffstatLine(line)) start = previous;
		else if (line.trim() !== '') break;
		at = previous;
	}
	return start;
}

function diffstatEnd(text: string, start: number): number {
	let at = start;
	while (at < text.length) {
		const next = nextLine(text, at, text.length);
		if (!isDiffstatLine(lineText(text, at, next))) break;
		at = next;
	}
	return at;
}
