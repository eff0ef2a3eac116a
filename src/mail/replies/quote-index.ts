import type { Patch } from '../patch/patch.ts';
import { nextLine } from '../text/source-lines.ts';
import type { FileDiff, Hunk } from '../unified-diff/file-diff.ts';
import { linesOf } from '../unified-diff/lines.ts';
import { linesAboveDiff, linesOfCover, type QuotableLine, type QuotablePlace } from './quotable-text.ts';

/** A line of a diff, by indices. The header of a hunk has the place of the first line below it, and that of a file line -1 of hunk 0. */
interface DiffPlace {
	readonly patch: number;
	readonly file: number;
	readonly hunk: number;
	/** The index in the lines of the hunk. */
	readonly line: number;
}

interface IndexedLine {
	readonly key: string;
	/** Undefined for a header without lines below. */
	readonly place: DiffPlace | QuotablePlace | undefined;
	/** Whether it is a header of a diff. */
	readonly isHeader: boolean;
}

/** Only this many characters of a line are compared. */
const longestKey = 1000;
/** A header has fewer lines, unless it is one of binary data. */
const maxHeaderLines = 20;
/** Later lines are not found. */
const maxLines = 200_000;

export const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** Equal for lines that differ in what mail programs do to quotes: white space. Of the header of a hunk, only the numbers count. */
export function keyOf(line: string): string {
	const key = withoutSpace(line.slice(0, longestKey));
	return /^@@-[\d,+-]+@@/.exec(key)?.[0] ?? key;
}

/** The lines of one mail that replies can quote, in order: those of a message, its diffstat and its diffs, or of a cover letter. */
export class QuoteIndex {
	readonly lines: readonly IndexedLine[];
	/** How many of the lines are in hunks. */
	readonly hunkLineCount: number;
	/** How many lines each text has. */
	readonly #textLineCounts = new Map<string, number>();
	readonly #byKey = new Map<string, number[]>();
	#sorted: readonly number[] | undefined;

	/** `patches` are those of the mail, with their indices in the series. `cover` is the text of a cover letter. */
	constructor(patches: readonly { readonly index: number; readonly patch: Patch }[], cover = '') {
		this.lines = [...linesOfCover(cover).map(indexed), ...linesOfPatches(patches)];
		this.hunkLineCount = this.lines.filter(
			({ place, isHeader }) => !isHeader && place && !('text' in place),
		).length;
		for (const [at, { key, place }] of this.lines.entries()) {
			if (place && 'text' in place) {
				const text = idOfText(place);
				this.#textLineCounts.set(text, this.lineCountOf(place) + 1);
			}
			const others = this.#byKey.get(key);
			if (others) others.push(at);
			else this.#byKey.set(key, [at]);
		}
	}

	/** How many lines a text has that are not empty. */
	lineCountOf(text: QuotablePlace): number {
		return this.#textLineCounts.get(idOfText(text)) ?? 0;
	}

	/** The indices of the lines with this key, in order. */
	linesWith(key: string): readonly number[] {
		return this.#byKey.get(key) ?? [];
	}

	/** The indices of at most `max` lines whose keys begin with `start`. */
	linesStartingWith(start: string, max: number): readonly number[] {
		this.#sorted ??= this.#sortedLines();
		const sorted = this.#sorted;
		const keyAt = (nth: number) => this.lines[sorted[nth] ?? -1]?.key ?? '';
		let low = 0;
		let high = sorted.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (keyAt(middle) < start) low = middle + 1;
			else high = middle;
		}
		let end = low;
		while (end < sorted.length && end - low < max && keyAt(end).startsWith(start)) end += 1;
		return sorted.slice(low, end).toSorted((one, other) => one - other);
	}

	#sortedLines(): readonly number[] {
		const keyAt = (at: number) => this.lines[at]?.key ?? '';
		return this.lines
			.map((_, at) => at)
			.sort((one, other) => (keyAt(one) < keyAt(other) ? -1 : keyAt(one) > keyAt(other) ? 1 : one - other));
	}
}

/** Equal for all lines of a text. */
const idOfText = ({ text, patch }: QuotablePlace): string => `${text} ${patch}`;

const indexed = ({ content, place }: QuotableLine): IndexedLine => ({
	key: keyOf(content),
	place,
	isHeader: false,
});

function linesOfPatches(
	patches: readonly { readonly index: number; readonly patch: Patch }[],
): readonly IndexedLine[] {
	const lines: IndexedLine[] = [];
	for (const { index, patch } of patches) {
		for (const line of linesAboveDiff(patch, index)) {
			if (lines.push(indexed(line)) === maxLines) return lines;
		}
		for (const [at, file] of patch.files.entries()) {
			for (const line of linesOfFile(patch.source, file, index, at)) {
				if (lines.push(line) === maxLines) return lines;
			}
		}
	}
	return lines;
}

function* linesOfFile(source: string, file: FileDiff, patch: number, at: number): Generator<IndexedLine> {
	const [first] = file.hunks;
	const top = { patch, file: at, hunk: 0, line: -1 };
	let line = file.start;
	const end = first?.start ?? file.end;
	for (let count = 0; line < end && count < maxHeaderLines; count += 1) {
		const next = nextLine(source, line, end);
		yield { key: keyIn(source, line, next), place: top, isHeader: true };
		line = next;
	}
	for (const [index, hunk] of file.hunks.entries()) {
		const place = { patch, file: at, hunk: index };
		yield { key: keyIn(source, hunk.start, hunk.bodyStart), place: topOf(hunk, place), isHeader: true };
		let count = 0;
		for (const { start, end } of linesOf(source, hunk)) {
			// With the sign before it. Mail programs remove that of an empty context line, and a wrapped line has none.
			const lineStart = source[start - 1] === '\n' ? start : start - 1;
			yield { key: keyIn(source, lineStart, end), place: { ...place, line: count }, isHeader: false };
			count += 1;
		}
	}
}

/** Undefined for a hunk without lines, as of a mail that was cut. */
const topOf = ({ bodyStart, end }: Hunk, place: Omit<DiffPlace, 'line'>): DiffPlace | undefined =>
	bodyStart < end ? { ...place, line: 0 } : undefined;

const keyIn = (source: string, start: number, end: number): string =>
	keyOf(source.slice(start, Math.min(end, start + longestKey)));
