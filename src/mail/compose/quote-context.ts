import { mailLines } from '../quotes/mail-lines.ts';
import type { PassageLines } from './passages.ts';

/** Indices of lines: from `start` up to, but without `end`. */
export interface QuotedRange {
	readonly start: number;
	readonly end: number;
}

/** Of a longer range of commented lines, only the first and the last ones are quoted. */
const [longestRange, firstOfRange, lastOfRange] = [15, 5, 8];
/** How many lines above commented ones are quoted. */
const [diffContext, longestParagraph] = [4, 8];
/** How much of what the author of a reply answered is quoted above what they wrote. */
const maxAnswered = 4;
/** How much more is quoted if readers could take the quote for other lines. */
const wider = [12, 36, 108];

/**
 * How many ways there are to quote lines. The first way is what people do. The next ones quote more: from the start of the hunk, or from the
 * start of the file. The last way quotes as little as possible, because a quote of nearly a whole mail is not about any of its lines.
 */
export const contextCount = wider.length + 4;

/** How many lines may be quoted only because they are between quotes; undefined for the usual number. */
export const maxGapOf = (context: number): number | undefined =>
	context === contextCount - 1 ? 0 : undefined;

/** What to quote for commented lines, in their order, with the headers of a diff. */
export function linesToQuote(
	{ passage, first, last }: PassageLines,
	context: number,
): readonly QuotedRange[] {
	const [header] = passage.parts;
	const part = passage.parts.findLast(({ start }) => start <= first) ?? { start: 0, bodyStart: 0 };
	const headers = [header ?? part, part].map((one) => ({ start: one.start, end: one.bodyStart }));
	const isText = passage.parts.length === 1 && part.bodyStart === 0;
	const most = (count: number) => Math.max(Math.min(part.bodyStart, first), first - count);
	const answered = isText && context === 0 ? answeredLines(passage.lines, first) : [];
	const start =
		[
			isText ? paragraphStart(passage.lines, first) : most(diffContext),
			...wider.map(most),
			most(first),
			0,
			first,
		][context] ?? first;
	const isLong = last - first >= longestRange;
	const range = isLong
		? [
				{ start, end: first + firstOfRange },
				{ start: last + 1 - lastOfRange, end: last + 1 },
			]
		: [{ start, end: last + 1 }];
	return [...headers, ...answered, ...range];
}

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
const levelOf = (line: string): number => mailLines(line)[0]?.level ?? 0;

/** The first line of the paragraph that has this line, or of its last lines if it is long. */
function paragraphStart(lines: readonly string[], line: number): number {
	let start = line;
	const level = levelOf(lines[start] ?? '');
	while (
		line - start < longestParagraph &&
		!isBlank(lines[start - 1]) &&
		levelOf(lines[start - 1] ?? '') === level
	)
		start -= 1;
	return start;
}

/** The line after the paragraph that has this line. */
export function paragraphEnd(lines: readonly string[], line: number): number {
	let end = line;
	while (!isBlank(lines[end])) end += 1;
	return end;
}

/** The last lines that are quoted directly above the paragraph of a reply. */
function answeredLines(lines: readonly string[], line: number): readonly QuotedRange[] {
	const level = levelOf(lines[line] ?? '');
	let end = paragraphStart(lines, line);
	while (end > 0 && isBlank(lines[end - 1])) end -= 1;
	let start = end;
	while (end - start < maxAnswered && levelOf(lines[start - 1] ?? '') > level) start -= 1;
	return start === end ? [] : [{ start, end }];
}
