import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { lineEnd, nextLine } from '../text/source-lines.ts';
import type { FileDiff, Hunk } from '../unified-diff/file-diff.ts';
import { type HunkLine, linesOf } from '../unified-diff/lines.ts';
import { type DisplayLine, type DisplayText, displayTextOf, longestLine } from './display-line.ts';
import { markWords } from './mark-words.ts';
import { withoutWhitespaceChanges } from './whitespace.ts';

export interface DisplayedHunk {
	readonly lines: readonly DisplayLine[];
	/** For each requested line, its index in `lines`. If white space is ignored, one displayed line can stand for two. */
	readonly displayedAt: readonly number[];
}

export interface HunkOptions {
	/** Whether lines that differ only in white space are shown as unchanged lines of the new file. */
	readonly ignoresWhitespace?: boolean;
	/** The index of the first requested line. */
	readonly from?: number;
	/** How many lines are requested; by default all, which may be millions. */
	readonly count?: number;
}

const signs: Readonly<Record<Exclude<HunkLine['kind'], 'wrapped'>, DisplayLine['sign']>> = {
	context: ' ',
	add: '+',
	delete: '-',
	'no-newline': '\\',
};
const noWords: readonly number[] = [];

/** The lines of a hunk, with the words that differ. */
export function hunkLines(source: string, hunk: Hunk, options: HunkOptions = {}): DisplayedHunk {
	const { ignoresWhitespace = false } = options;
	const { read, showsReturn } = readLines(source, hunk, options);
	const lines = read.map(({ sign, line: { kind, start, end, oldLine, newLine } }): DisplayLine => {
		const { text, invisible, more } = displayTextOf(source, start, end, showsReturn && kind !== 'no-newline');
		return { sign, old: oldLine ?? null, new: newLine ?? null, text, words: noWords, invisible, more };
	});
	if (!ignoresWhitespace) return { lines: markWords(lines), displayedAt: lines.map((_, index) => index) };
	const joined = withoutWhitespaceChanges(lines);
	return { ...joined, lines: markWords(joined.lines) };
}

/** How many lines the source has between `start` and `end`, such as those of a hunk. */
export function hunkLineCount(source: string, start: number, end: number): number {
	let lines = 0;
	for (let at = start; at < end; at = nextLine(source, at, end)) lines += 1;
	return lines;
}

interface ReadLine {
	readonly line: HunkLine;
	readonly sign: DisplayLine['sign'];
}

/**
 * The requested lines. `showsReturn`: whether some lines of the hunk end in a carriage return and others do not. Empty lines do not
 * count, because they may have lost theirs.
 */
function readLines(
	source: string,
	hunk: Hunk,
	{ from = 0, count: maxLines = Number.POSITIVE_INFINITY }: HunkOptions,
): { readonly read: readonly ReadLine[]; readonly showsReturn: boolean } {
	const read: ReadLine[] = [];
	let sign: DisplayLine['sign'] = ' ';
	let hasReturn = false;
	let hasOther = false;
	let index = 0;
	for (const line of linesOf(source, hunk)) {
		const { kind, start, end } = line;
		if (kind !== 'wrapped') sign = signs[kind];
		if (index >= from && index < from + maxLines) read.push({ line, sign });
		index += 1;
		if (kind === 'no-newline' || kind === 'wrapped' || start === end) continue;
		if (source[end - 1] === '\r') hasReturn = true;
		else hasOther = true;
	}
	return { read, showsReturn: hasReturn && hasOther };
}

/** The line with `@@` above a hunk. */
export const hunkHeader = (source: string, start: number, bodyStart: number): string =>
	visible(source.slice(start, Math.min(lineEnd(source, start, bodyStart), start + longestLine)));

interface TextHunk {
	readonly header: string;
	readonly lines: readonly DisplayLine[];
}

/** Further lines of a combined diff are only counted in a note. */
const maxCombined = 5000;

/** The hunks of a combined diff, as text, because its lines have a sign for each parent. */
export function combinedHunks(source: string, { start, end }: FileDiff): readonly TextHunk[] {
	const hunks: { header: string; lines: DisplayLine[] }[] = [];
	const add = (sign: DisplayLine['sign'], text: DisplayText) =>
		hunks.at(-1)?.lines.push({ sign, old: null, new: null, ...text, words: noWords });
	let lineCount = 0;
	for (let at = start; at < end; at = nextLine(source, at, end)) {
		const next = nextLine(source, at, end);
		if (lineCount === maxCombined) {
			const more = hunkLineCount(source, at, end);
			add('\\', { text: ` ${count(more, 'more line')} not shown`, invisible: [], more: 0 });
			break;
		}
		if (source.startsWith('@@@', at)) {
			hunks.push({ header: hunkHeader(source, at, next), lines: [] });
			continue;
		}
		if (hunks.length > 0) lineCount += 1;
		add(' ', displayTextOf(source, at, lineEnd(source, at, next), false));
	}
	return hunks;
}
