import type { Patch } from '../patch/patch.ts';
import type { QuoteAnchor } from '../replies/quote-anchor.ts';
import { type HunkLine, linesOf } from '../unified-diff/lines.ts';
import { quote } from '../unified-diff/name-quoting.ts';

/** How many lines above and below a change are in its diff. */
const context = 3;
/** No program takes an indented diff for a patch, and no mail program wraps it. */
const indentation = '    ';
const unended = '\\ No newline at end of file';
const suggestion = /^```suggestion[ \t]*\n((?:(?!```).*\n)*)```[ \t]*$/gm;

/** The lines of the new file among these lines of a hunk, for a user who wants to suggest others. */
export const replaceableText = (patch: Patch, lines: QuoteAnchor): string =>
	sidesOf(patch, lines)
		.replaced.map(({ text }) => text)
		.join('\n');

/**
 * A comment on lines of a hunk, with its suggestions as diffs. A suggestion is a block of code in the language `suggestion`, as on the
 * pages of forges: its lines are to replace the commented ones of the new file.
 */
export function withSuggestedDiffs(comment: string, patch: Patch | undefined, lines: QuoteAnchor): string {
	if (!patch) return comment;
	return comment
		.replaceAll('\r\n', '\n')
		.replace(suggestion, (written, code: string) => suggestedDiff(patch, lines, code) ?? written);
}

/** Undefined if the lines have no place in a new file. */
function suggestedDiff(patch: Patch, lines: QuoteAnchor, code: string): string | undefined {
	const path = patch.files[lines.file]?.new;
	const { above, replaced, below } = sidesOf(patch, lines);
	const [first] = [...above, ...replaced, ...below];
	if (path === undefined || !first) return undefined;
	const isEnd = replaced.at(-1)?.isUnended === true;
	const codeLines = code.split('\n').slice(0, -1);
	const by = codeLines.map((text, index) => ({ text, isUnended: isEnd && index === codeLines.length - 1 }));
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
	]
		.map((line) => indentation + line)
		.join('\n');
}

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
		above: side(0, first).slice(-context),
		replaced: side(first, last + 1),
		below: withoutEmptyEnd(side(last + 1).slice(0, context)),
	};
}

/** Empty lines at the end would be lost in a mail. */
const withoutEmptyEnd = (lines: readonly NewLine[]): readonly NewLine[] =>
	lines.slice(0, lines.findLastIndex(({ text }) => text.trim() !== '') + 1);

/** A line as it is in the new file, but without `\r`, at which an editor would break it. Undefined if it is not there. */
function newLine(
	source: string,
	{ start, end, newLine: number }: HunkLine,
	next: HunkLine | undefined,
): NewLine | undefined {
	if (number === undefined) return undefined;
	const text = source.slice(start, end).replaceAll('\r', '');
	return { text, number, isUnended: next?.kind === 'no-newline' };
}
