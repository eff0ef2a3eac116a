import type { FileDiff, Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { linesOf } from '../../../mail/unified-diff/lines.ts';

/** A file of a patch, and the text that its offsets point into. */
export interface VersionFile {
	readonly source: string;
	readonly file: FileDiff;
}

/** A line of a file, as a hunk contains it. */
export interface FileLine {
	/** The files that it is in. */
	readonly side: 'old' | 'new' | 'both';
	/** Without the line feed. A `\r` before that is part of it. */
	readonly text: string;
	/** False for the last line of a file that does not end with a line break. */
	readonly hasBreak: boolean;
}

const sides = { context: 'both', add: 'new', delete: 'old' } as const;

/** The lines of a hunk. Lines that a mail program broke are joined again. */
export function fileLines(source: string, hunk: Hunk): readonly FileLine[] {
	const lines: (Omit<FileLine, 'text'> & { readonly parts: string[] })[] = [];
	for (const { kind, start, end } of linesOf(source, hunk)) {
		const last = lines.at(-1);
		if (kind === 'no-newline') {
			if (last) lines[lines.length - 1] = { ...last, hasBreak: false };
		} else if (kind === 'wrapped') {
			last?.parts.push(source.slice(start, end));
		} else lines.push({ side: sides[kind], parts: [source.slice(start, end)], hasBreak: true });
	}
	return lines.map(({ side, parts, hasBreak }) => ({ side, text: joinParts(parts), hasBreak }));
}

/** Mail programs break a line at a space, and most remove it. */
const joinParts = (parts: readonly string[]): string =>
	parts.map((part, index) => (index === parts.length - 1 || part.endsWith(' ') ? part : `${part} `)).join('');
