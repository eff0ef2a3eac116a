import type { ParseWarning } from '../text/parse-warnings.ts';
import { lineText, nextLine } from '../text/source-lines.ts';
import type { Hunk } from './file-diff.ts';
import { isSignature, looksLikeInHunk } from './footer.ts';
import { isPlainHeader } from './plain-header.ts';

export interface ReadHunk {
	readonly hunk: Hunk;
	readonly additions: number;
	readonly deletions: number;
	/** Whether lines are missing, or more lines follow than the header says. */
	readonly isDamaged: boolean;
}

const code = { lineFeed: 10, return: 13, space: 32, plus: 43, minus: 45, backslash: 92 };
/** The beginnings of lines that end a hunk even if lines are missing. */
const endingStarts = ['diff -', '@@ -', 'Index: '];

/** Reads the hunk at `start`, where a line begins with `@@ -`. Undefined if its header is unreadable. */
export function readHunk(
	source: string,
	start: number,
	end: number,
	warnings: Set<ParseWarning>,
): ReadHunk | undefined {
	const header = readHunkHeader(source, start, end);
	if (!header) {
		warnings.add('hunk-header');
		return undefined;
	}
	const lines = readLines(source, header.bodyStart, end, header.oldCount, header.newCount);
	const isLong = !lines.isShort && looksLikeInHunk(source, lines.end, end);
	if (lines.isShort) warnings.add('hunk-short');
	if (lines.isShort && lines.end === end) warnings.add('mail-cut');
	if (lines.isWrapped) warnings.add('line-wrapped');
	if (isLong) warnings.add('hunk-long');
	if (!lines.isShort && lines.additions + lines.deletions === 0) warnings.add('hunk-unchanged');
	return {
		hunk: { ...header, start, end: lines.end },
		additions: lines.additions,
		deletions: lines.deletions,
		isDamaged: lines.isShort || isLong,
	};
}

const headerPattern = /@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@ ?/y;

function readHunkHeader(source: string, start: number, end: number): Omit<Hunk, 'start' | 'end'> | undefined {
	headerPattern.lastIndex = start;
	const found = headerPattern.exec(source);
	if (!found) return undefined;
	const bodyStart = nextLine(source, start, end);
	const [matched, oldStart, oldCount = '1', newStart, newCount = '1'] = found;
	return {
		bodyStart,
		oldStart: Number(oldStart),
		oldCount: Number(oldCount),
		newStart: Number(newStart),
		newCount: Number(newCount),
		section: lineText(source, start + matched.length, bodyStart),
	};
}

interface Progress {
	readonly end: number;
	readonly additions: number;
	readonly deletions: number;
}

interface ReadLines extends Progress {
	readonly isShort: boolean;
	readonly isWrapped: boolean;
}

/**
 * Reads as many lines as the header says, because only that distinguishes a deleted line `-- ` from a signature. If a line begins with no
 * known character, it is the rest of a line that a mail program broke, provided that the hunk is complete in the end. Otherwise the hunk
 * ends before it.
 */
function readLines(
	source: string,
	start: number,
	end: number,
	oldCount: number,
	newCount: number,
): ReadLines {
	let at = start;
	let oldLeft = oldCount;
	let newLeft = newCount;
	let additions = 0;
	let deletions = 0;
	/** The end of the last line that is not empty. */
	let filledEnd = start;
	let beforeWrapped: Progress | undefined;
	while ((oldLeft > 0 || newLeft > 0) && at < end) {
		const next = nextLine(source, at, end);
		const first = source.charCodeAt(at);
		if (first === code.plus) {
			if (newLeft === 0) break;
			newLeft -= 1;
			additions += 1;
		} else if (first === code.minus) {
			if (oldLeft === 0) break;
			const isLast = oldLeft === 1 && newLeft === 0;
			if (source.charCodeAt(at + 1) === code.minus) {
				if (isSignature(source, at, next, end, isLast)) break;
				// With one line left on each side, `--- x` and `+++ y` can be the deleted line `-- x` and the added line `++ y`.
				const isContent = oldLeft === 1 && newLeft === 1;
				if (!isContent && isPlainHeader(source, at, end)) break;
			}
			oldLeft -= 1;
			deletions += 1;
		} else if (first === code.space || isEmpty(source, at, first)) {
			if (oldLeft === 0 || newLeft === 0) break;
			oldLeft -= 1;
			newLeft -= 1;
		} else if (first !== code.backslash) {
			if (endingStarts.some((each) => source.startsWith(each, at))) break;
			beforeWrapped ??= { end: filledEnd, additions, deletions };
		}
		at = next;
		if (first !== code.lineFeed && first !== code.return) filledEnd = next;
	}
	const isShort = oldLeft > 0 || newLeft > 0;
	if (isShort) {
		const read = beforeWrapped ?? { end: filledEnd, additions, deletions };
		return { ...read, isShort, isWrapped: false };
	}
	if (source.charCodeAt(at) === code.backslash) at = nextLine(source, at, end);
	return { end: at, additions, deletions, isShort, isWrapped: beforeWrapped !== undefined };
}

/** Whether the line is empty but for carriage returns, as a mail program leaves a line of context that was a single space. */
const isEmpty = (source: string, at: number, first: number): boolean =>
	first === code.lineFeed || (first === code.return && /^\r{0,2}\n/.test(source.slice(at + 1, at + 4)));
