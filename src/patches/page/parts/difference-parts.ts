import { visible } from '../../../base/text/invisible-characters.ts';
import { truncate } from '../../../base/text/truncate.ts';
import type { DifferenceHunk } from '../../../mail/range-diff/difference.ts';
import type { DiffLine } from '../../../mail/range-diff/range-diff-patch.ts';

/** Lines of a comparison with what they belong to. */
export interface DifferencePart {
	readonly title: string;
	readonly lines: readonly { readonly kind: DifferenceLine['kind']; readonly text: string }[];
}

type DifferenceLine = DifferenceHunk['lines'][number];

/** The diffs of a patch in both versions. */
interface ComparedDiffs {
	readonly old: readonly DiffLine[];
	readonly new: readonly DiffLine[];
}

const longestSearched = 200;
const longestSection = 60;

/** What differs near one place of a patch, divided where another hunk or file begins. */
export function differenceParts({ section, lines }: DifferenceHunk, diffs: ComparedDiffs): DifferencePart[] {
	const parts: DifferencePart[] = [];
	let header = section;
	let members: DifferenceLine[] = [];
	const endPart = () => {
		const changed = members.find(({ kind }) => kind !== 'same');
		// Without a change, they are the lines around one in another hunk.
		if (changed) parts.push({ title: hunkTitle(lineOf(changed, diffs)?.path ?? '', header), lines: members });
		members = [];
	};
	for (const line of lines) {
		if (isSharedHeader(line, diffs)) {
			endPart();
			if (line.text !== '') header = line.text;
		} else members.push(line);
	}
	endPart();
	return parts;
}

/** The line in the diff of the old version or, if that does not have it, of the new one. */
function lineOf({ old, new: current }: DifferenceLine, diffs: ComparedDiffs): DiffLine | undefined {
	if (old !== undefined) return diffs.old[old];
	return current === undefined ? undefined : diffs.new[current];
}

/** Whether a line is the header of a hunk or file in both versions, or the empty line between files. */
function isSharedHeader(line: DifferenceLine, diffs: ComparedDiffs): boolean {
	const { kind, text } = line;
	if (kind !== 'same' || !(text === '' || text.startsWith('@@') || text.startsWith(' ## '))) return false;
	return lineOf(line, diffs)?.isHeader !== false;
}

/** `src/undo.c, in undo_write`. `header` is the header of the hunk, or of the file. */
export function hunkTitle(path: string, header: string): string {
	const prefix = `@@ ${path}: `;
	const place = header.startsWith(prefix) ? placeOf(header.slice(prefix.length)) : '';
	return visible(place === '' ? path : `${path}, in ${place}`);
}

/** The name of the function, if the header of a hunk has one. */
function placeOf(section: string): string {
	// Searching a very long text for a name would take long.
	const [, name] = /([\p{L}\p{N}_$:.~]+)\s*\(/u.exec(section.slice(0, longestSearched)) ?? [];
	return truncate(name ?? section, longestSection);
}
