import { diffRanges } from '../patch/diff-ranges.ts';
import type { Patch } from '../patch/patch.ts';
import { firstLines } from '../text/first-lines.ts';
import { nextLine } from '../text/source-lines.ts';
import { type Span, spansOf } from './quotes.ts';

/** A part of the text of a mail, for display. */
export interface MailBlock {
	/** `diff`: a diffstat and the diffs below it. */
	readonly kind: Span['kind'] | 'diff';
	/** How many `>` each line of a quote has. */
	readonly level: number;
	/**
	 * Without those marks, and without empty lines at the ends. Lines end with a line feed, the last one without it. A very long text ends
	 * with `…` instead of its rest.
	 */
	readonly text: string;
}

/** After this many characters or lines, the rest is one block. */
const longestDivided = 500_000;
const maxLines = 50_000;
/** After this many blocks, the rest is one block. */
const maxBlocks = 2000;

/** A longer block is cut. A page shows even less. */
const longestBlock = 400_000;
/** How much of a block is read, unless it is a quote: enough even if each line break of two characters becomes one. */
const maxRead = 2 * longestBlock + 2;
/** A first line keeps this much indentation at most, so that a cut block does not consist of blanks. */
const maxIndentation = 1000;

/** Divides the text of a mail into blocks. `patches` are those that were found in it. */
export function mailBlocks(text: string, patches: readonly Patch[]): readonly MailBlock[] {
	const blocks: MailBlock[] = [];
	const add = (kind: MailBlock['kind'], level: number, start: number, end: number) => {
		const shown = cut(shownText(kind, text.slice(start, end)));
		if (shown !== '') blocks.push({ kind, level, text: shown });
	};
	const addText = (start: number, end: number) => {
		const longest = end - start <= longestDivided ? end : nextLine(text, start + longestDivided, end);
		const beginning = text.slice(start, longest);
		const divided = start + firstLines(beginning, maxLines).end;
		for (const span of spansOf(text.slice(start, divided))) {
			if (blocks.length === maxBlocks) {
				add('text', 0, start + span.start, end);
				return;
			}
			add(span.kind, span.level, start + span.start, start + span.end);
		}
		add('text', 0, divided, end);
	};
	let at = 0;
	for (const { start, end } of diffRanges(text, patches)) {
		addText(at, start);
		add('diff', 0, start, end);
		at = end;
	}
	addText(at, text.length);
	return blocks;
}

function cut(text: string): string {
	if (text.length <= longestBlock) return text;
	const splitsCharacter = isHighSurrogate(text.charCodeAt(longestBlock - 1));
	return `${text.slice(0, splitsCharacter ? longestBlock - 1 : longestBlock).trimEnd()}\n…`;
}

/** Whether a code unit is the first half of a character, such as an emoji. */
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

function shownText(kind: MailBlock['kind'], text: string): string {
	if (kind === 'diff') return withLineFeeds(withoutLastBreaks(text).slice(0, maxRead));
	const trimmed = withoutEmptyEnds(text);
	if (kind !== 'quote' && kind !== 'attribution') return withLineFeeds(trimmed.slice(0, maxRead));
	// As in `mail-lines.ts`, one space belongs to each mark.
	return withoutEmptyEnds(withLineFeeds(trimmed).replace(/^>[> ]*/gm, afterMarks));
}

const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text);

/** What follows the marks: the second of two spaces is part of the text. Not a pattern, which fails for a line of millions of marks. */
function afterMarks(start: string): string {
	const spaces = start.indexOf('  ');
	return spaces === -1 ? '' : start.slice(spaces + 1);
}

/** Not a pattern, which would be tried at each of the millions of line breaks that a text may have. */
function withoutLastBreaks(text: string): string {
	let end = text.length;
	while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1;
	return text.slice(0, end);
}

/** Without empty lines at the ends. The first line keeps its indentation, unless that is very long. */
function withoutEmptyEnds(text: string): string {
	const end = text.trimEnd().length;
	const first = end - text.slice(0, end).trimStart().length;
	return text.slice(Math.max(text.lastIndexOf('\n', first) + 1, first - maxIndentation), end);
}
