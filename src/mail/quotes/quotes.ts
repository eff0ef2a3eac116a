import { isLine } from '../text/line-kinds.ts';
import { canOpenAttribution, isAttribution } from './attributions.ts';
import { footerStart } from './mail-endings.ts';
import { type MailLine, mailLines } from './mail-lines.ts';
import { originalStart } from './originals.ts';
import { type QuoteNames, quoteNamesOf } from './quote-names.ts';

/** Consecutive lines of a mail. `start` and `end` are offsets into its text. */
export interface Span {
	/** `attribution`: "On Monday, Ana wrote:". `original`: a mail that is repeated below the reply, without marks. `footer`: what a list adds. */
	readonly kind: 'text' | 'quote' | 'attribution' | 'signature' | 'original' | 'footer';
	/** How many `>` each line has. Those of an original do not count. */
	readonly level: number;
	readonly start: number;
	readonly end: number;
}

/**
 * Divides the text of a mail into what its author wrote, quotes and the rest. The spans have no gaps. Diffs are text; a caller that
 * shows patches divides only the text around them, because a diff may have a line `-- ` too.
 */
export function spansOf(text: string, names: QuoteNames = quoteNamesOf(text)): readonly Span[] {
	const lines = mailLines(text, names);
	const footer = footerStart(lines);
	const original = originalStart(lines, footer);
	const attributions = attributionLines(lines);
	const signatures = signatureLines(lines, original, attributions);
	const spans: { -readonly [K in keyof Span]: Span[K] }[] = [];
	let last: (typeof spans)[number] | undefined;
	for (const [index, line] of lines.entries()) {
		const { start, end } = line;
		const kind = kindOf(index);
		const level = kind === 'original' ? 0 : line.level;
		if (last?.kind === kind && last.level === level) last.end = end;
		else {
			last = { kind, level, start, end };
			spans.push(last);
		}
	}
	return spans;

	function kindOf(index: number): Span['kind'] {
		if (index >= footer) return 'footer';
		if (index >= original) return 'original';
		if (attributions.has(index)) return 'attribution';
		if (signatures.has(index)) return 'signature';
		return (lines[index]?.level ?? 0) > 0 ? 'quote' : 'text';
	}
}

/** An attribution stands before a line that is quoted more often, with at most one empty line between them. */
function attributionLines(lines: readonly MailLine[]): ReadonlySet<number> {
	const found = new Set<number>();
	for (const [index, { level }] of lines.entries()) {
		const isLessQuoted = (at: number) => lines[at] !== undefined && (lines[at]?.level ?? 0) < level;
		if (!isLessQuoted(index - 1)) continue;
		const isGap = lines[index - 1]?.content.trim() === '' && isLessQuoted(index - 2);
		const last = index - (isGap ? 2 : 1);
		for (const line of attributionEndingAt(lines, last)) found.add(line);
	}
	return found;
}

/** The indices of the attribution whose last line is `last`. Mail programs wrap it to at most three lines. */
function attributionEndingAt(lines: readonly MailLine[], last: number): readonly number[] {
	const level = lines[last]?.level;
	const contentAt = (at: number) => (lines[at]?.level === level ? (lines[at]?.content ?? '') : '');
	let joined = '';
	let found: readonly number[] = isAttribution(contentAt(last)) ? [last] : [];
	for (let first = last; first > last - 3 && contentAt(first).trim() !== ''; first -= 1) {
		joined = `${contentAt(first)} ${joined}`;
		if (canOpenAttribution(contentAt(first)) && isAttribution(joined)) found = range(first, last);
	}
	return found;
}

/** A signature goes from the last `-- ` of a run of unquoted lines to the end of the run. Signatures inside quotes are quotes. */
function signatureLines(
	lines: readonly MailLine[],
	/** Where the text ends, above an original mail or a footer. */
	textEnd: number,
	attributions: ReadonlySet<number>,
): ReadonlySet<number> {
	const found = new Set<number>();
	/** The end of the unquoted lines, going up. */
	let end = textEnd;
	let isFound = false;
	for (let index = textEnd - 1; index >= 0; index -= 1) {
		const line = lines[index];
		if (line === undefined || line.level > 0 || attributions.has(index)) {
			end = index;
			isFound = false;
		} else if (!isFound && isLine('signature', line.content)) {
			for (const at of range(index, end - 1)) found.add(at);
			isFound = true;
		}
	}
	return found;
}

const range = (first: number, last: number): readonly number[] =>
	Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
