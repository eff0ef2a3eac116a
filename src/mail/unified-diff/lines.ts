import { endsInCrlf, nextLine } from '../text/source-lines.ts';
import type { Hunk } from './file-diff.ts';

/** `wrapped`: the rest of the line before, which a mail program broke. `no-newline`: the line before has no line break in the file. */
type LineKind = 'context' | 'add' | 'delete' | 'no-newline' | 'wrapped';

export interface HunkLine {
	readonly kind: LineKind;
	/** Offsets of its content: without the first character, and without the mail's line break. A `\r` of the file is part of it. */
	readonly start: number;
	readonly end: number;
	/** Its number in the old file, from 1; undefined if it is not there. */
	readonly oldLine: number | undefined;
	readonly newLine: number | undefined;
}

const kinds: Readonly<Record<string, LineKind>> = {
	' ': 'context',
	'+': 'add',
	'-': 'delete',
	'\\': 'no-newline',
	'\n': 'context',
	'\r': 'context',
};

/** The lines of a hunk, with their numbers in both files. `source` is the text of the hunk's patch. */
export function* linesOf(source: string, hunk: Hunk): Generator<HunkLine> {
	const breakLength = endsInCrlf(source, hunk.bodyStart) ? 2 : 1;
	let { oldStart: old, newStart: current } = hunk;
	let at = hunk.bodyStart;
	while (at < hunk.end) {
		const next = nextLine(source, at, hunk.end);
		const kind = kinds[source[at] ?? ''] ?? 'wrapped';
		const isOld = kind === 'context' || kind === 'delete';
		const isNew = kind === 'context' || kind === 'add';
		const end = contentEnd(source, next, breakLength);
		const isEmpty = source[at] === '\n' || source[at] === '\r';
		const start = kind === 'wrapped' || isEmpty ? at : at + 1;
		yield {
			kind,
			start: Math.min(start, end),
			end,
			oldLine: isOld ? old : undefined,
			newLine: isNew ? current : undefined,
		};
		if (isOld) old += 1;
		if (isNew) current += 1;
		at = next;
	}
}

/** Where the content of a line ends, if the next line starts at `next`. `breakLength` is the length of the mail's line breaks. */
export function contentEnd(source: string, next: number, breakLength: number): number {
	if (source[next - 1] !== '\n') return next;
	return breakLength === 2 && source[next - 2] === '\r' ? next - 2 : next - 1;
}
