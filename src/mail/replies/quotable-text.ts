import { diffstatStart } from '../patch/diff-ranges.ts';
import type { Patch } from '../patch/patch.ts';
import { trailerLines } from '../text/commit-trailers.ts';
import { nextLine } from '../text/source-lines.ts';

/** A line of a text outside of a diff that a reply can quote. */
export interface QuotablePlace {
	readonly text: 'cover' | 'message' | 'notes' | 'diffstat';
	/** The index of the patch in the series; -1 for a cover letter. */
	readonly patch: number;
	/** The index of the line. In a diffstat, the index of the file, or the number of files for the lines below. */
	readonly line: number;
	/** Whether it is a trailer of a message. */
	readonly isTrailer: boolean;
}

export interface QuotableLine {
	readonly content: string;
	readonly place: QuotablePlace;
}

/** Further lines of a text are not found. */
const maxLines = 20_000;

/** The lines of a mail's patch above its diff, in their usual order. */
export function linesAboveDiff(patch: Patch, index: number): readonly QuotableLine[] {
	const message = patch.message.split('\n', maxLines);
	const trailersFrom = patch.trailers.length > 0 ? trailerLines(message).start : message.length;
	const notes = patch.notes.split('\n', maxLines);
	return [
		...linesOf(message, (line) => placeIn('message', index, line, line >= trailersFrom)),
		...linesOf(notes, (line) => placeIn('notes', index, line)),
		...diffstatLines(patch, index),
	];
}

const placeIn = (
	text: QuotablePlace['text'],
	patch: number,
	line: number,
	isTrailer = false,
): QuotablePlace => ({
	text,
	patch,
	line,
	isTrailer,
});

export const linesOfCover = (text: string): readonly QuotableLine[] =>
	linesOf(text.split('\n', maxLines), (line) => placeIn('cover', -1, line));

/** A reply may lack empty lines, or have more. The marks of what a text itself quotes are not compared. */
const linesOf = (
	lines: readonly string[],
	placeOf: (line: number) => QuotablePlace,
): readonly QuotableLine[] =>
	lines.flatMap((whole, line) => {
		const content = whole.replace(/^(?:> ?)+/, '');
		return content.trim() === '' ? [] : [{ content, place: placeOf(line) }];
	});

function diffstatLines({ source, files }: Patch, patch: number): readonly QuotableLine[] {
	const [first] = files;
	if (!first) return [];
	const lines: QuotableLine[] = [];
	let file = 0;
	for (let at = diffstatStart(source, first.start); at < first.start && lines.length < maxLines; ) {
		const next = nextLine(source, at, first.start);
		const content = source.slice(at, next).trimEnd();
		const isFile = file < files.length && / \| +\S/.test(content);
		const place = placeIn('diffstat', patch, isFile ? file : files.length);
		if (content.trim() !== '') lines.push({ content, place });
		if (isFile) file += 1;
		at = next;
	}
	return lines;
}
