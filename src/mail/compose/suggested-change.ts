import type { Patch } from '../patch/patch.ts';
import type { QuoteAnchor } from '../replies/quote-anchor.ts';
import { isLine } from '../text/line-kinds.ts';
import { type HunkLine, linesOf } from '../unified-diff/lines.ts';
import { quote } from '../unified-diff/name-quoting.ts';

/** How many lines above and below a change are in its diff. */
const context = 3;
/** No program takes an indented diff for a patch, and no mail program wraps it. */
const indentation = '    ';
const unended = '\\ No newline at end of file';
/** Makes a diff of suggested lines; undefined if they have no place in a new file, or change nothing. */
export type Suggest = (code: readonly string[]) => readonly string[] | undefined;

/**
 * A suggestion of the lines of the new file among these lines of a hunk, for the user to change. If the patch has deleted all of the lines,
 * the suggestion has the deleted lines, because it can only bring those back.
 */
export function suggestionOf(patch: Patch, lines: QuoteAnchor): string {
	const { replaced, deleted } = sidesOf(patch, lines);
	const text = (replaced.length > 0 ? replaced.map(({ text }) => text) : deleted).join('\n');
	// No backticks in the lines may end the block.
	const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
	const fence = '`'.repeat(longest + 1);
	return `${fence}suggestion\n${text}\n${fence}\n`;
}

/** Where the suggestion that begins in a line ends: a block of code in the language `suggestion`, as on the pages of forges. */
export function suggestionEnd(lines: readonly string[], at: number): number | undefined {
	const [, fence] = /^(`{3,})suggestion[ \t]*$/.exec(lines[at] ?? '') ?? [];
	const end = lines.findIndex((line, index) => fence !== undefined && index > at && line.startsWith(fence));
	return /^`+[ \t]*$/.test(lines[end] ?? '') ? end : undefined;
}

/** Makes the diff that replaces the commented lines of the new file with the lines of a suggestion. */
export const suggestFor =
	(patch: Patch | undefined, lines: QuoteAnchor): Suggest =>
	(code) =>
		patch && suggestedDiff(patch, lines, code);

function suggestedDiff(
	patch: Patch,
	lines: QuoteAnchor,
	code: readonly string[],
): readonly string[] | undefined {
	const path = patch.files[lines.file]?.new;
	const { above: allAbove, replaced, below: allBelow } = sidesOf(patch, lines);
	const above = allAbove.slice(allAbove.findLastIndex(isTrailer) + 1);
	const trailerBelow = allBelow.findIndex(isTrailer);
	const below = trailerBelow === -1 ? allBelow : allBelow.slice(0, trailerBelow);
	const [first] = [...above, ...replaced, ...below];
	const isSame = replaced.length === code.length && replaced.every(({ text }, index) => text === code[index]);
	if (path === undefined || !first || isSame) return undefined;
	// Git takes a side without context for the end of the file.
	if ((allAbove.length > 0 && above.length === 0) || (allBelow.length > 0 && below.length === 0))
		return undefined;
	const isEnd = replaced.at(-1)?.isUnended === true;
	const by = code.map((text, index) => ({ text, isUnended: isEnd && index === code.length - 1 }));
	const count = above.length + below.length;
	const signed = (sign: string, side: readonly Omit<NewLine, 'number'>[]) =>
		side.flatMap(({ text, isUnended }) => [sign + text, ...(isUnended ? [unended] : [])]);
	return [
		`--- ${quote(`a/${path}`)}`,
		`+++ ${quote(`b/${path}`)}`,
		`@@ -${first.number},${count + replaced.length} +${first.number},${count + by.length} @@`,
		...signed(' ', above),
		...signed('-', replaced),
		...signed('+', by),
		...signed(' ', below),
	].map((line) => indentation + line);
}

/** Whether b4 would take a line of context for a trailer, which the user does not give. */
const isTrailer = ({ text }: NewLine): boolean => isLine('trailer', ` ${text}`);

/** A line of the new file. */
interface NewLine {
	readonly text: string;
	readonly number: number;
	/** Whether it is the last one of a file that does not end with a line break. */
	readonly isUnended: boolean;
}

function sidesOf({ source, files }: Patch, { file, hunk, first, last }: QuoteAnchor) {
	const found = files[file]?.hunks[hunk];
	const lines = found ? [...linesOf(source, found)] : [];
	const newLines = lines.map((line, index) => newLine(source, line, lines[index + 1]));
	const side = (from: number, to?: number) => newLines.slice(from, to).filter((line) => line !== undefined);
	return {
		deleted: lines
			.slice(first, last + 1)
			.flatMap(({ kind, start, end }) => (kind === 'delete' ? [codeIn(source, start, end)] : [])),
		above: side(0, first).slice(-context),
		replaced: side(first, last + 1),
		below: withoutEmptyEnd(side(last + 1).slice(0, context)),
	};
}

/** Empty lines at the end would be lost in a mail. */
const withoutEmptyEnd = (lines: readonly NewLine[]): readonly NewLine[] =>
	lines.slice(0, lines.findLastIndex(({ text }) => text.trim() !== '') + 1);

/** A line without `\r`, at which an editor would break it. */
const codeIn = (source: string, start: number, end: number): string =>
	source.slice(start, end).replaceAll('\r', '');

/** A line as it is in the new file. Undefined if it is not there. */
function newLine(
	source: string,
	{ start, end, newLine: number }: HunkLine,
	next: HunkLine | undefined,
): NewLine | undefined {
	if (number === undefined) return undefined;
	return { text: codeIn(source, start, end), number, isUnended: next?.kind === 'no-newline' };
}
