import { type DiffRange, diffRanges, type TextRange } from '../patch/diff-ranges.ts';
import type { Patch } from '../patch/patch.ts';
import { firstLines } from '../text/first-lines.ts';
import { nextLine } from '../text/source-lines.ts';
import { indentedDiffs } from './indented-diffs.ts';
import { mailLines } from './mail-lines.ts';
import { type QuoteNames, quoteNamesOf } from './quote-names.ts';
import { type Span, spansOf } from './quotes.ts';

/** A part of the text of a mail, for display. */
export interface MailBlock {
	/** `diff`: a diffstat and the diffs below it. */
	readonly kind: Span['kind'] | 'diff';
	/** How many `>` each line of a quote has. */
	readonly level: number;
	/**
	 * The text without those marks and the names before them, and without empty lines at its ends. Lines end with a line feed, the last one without it.
	 * A very long text ends with `…` instead of its rest.
	 */
	readonly text: string;
	/** Where it starts in the text of the mail. */
	readonly start: number;
	/** Where the first line of `text` is in the text of the mail: below the empty lines that are left out. */
	readonly textStart: number;
	/** The files of a diff, with offsets into `source`. */
	readonly files: DiffRange['files'];
	readonly source: string;
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

/** What the whole of a mail says about its parts. */
export interface MailStructure {
	readonly names: QuoteNames;
	/** The mail that is repeated below a reply; empty and at the end if there is none. */
	readonly original: TextRange;
	/** The diffs above the original that the author of the reply did not write. */
	readonly diffs: readonly DiffRange[];
}

/** Reads a mail once for all its parts. `patches` are those that were found in it. */
export function structureOf(text: string, patches: readonly Patch[]): MailStructure {
	const names = quoteNamesOf(text.slice(0, longestDivided));
	const original = originalIn(text, names);
	const above = patches.map(({ source, files }) => ({
		source,
		files: files.filter((file) => file.end <= original.start),
	}));
	return {
		names,
		original,
		diffs: diffsIn(text.slice(0, longestDivided), original, diffRanges(text, above)),
	};
}

/** The diffs of patches, and those that are indented in the text around them. */
function diffsIn(text: string, original: TextRange, diffs: readonly DiffRange[]): readonly DiffRange[] {
	const isAround = ({ start, end }: DiffRange) =>
		end <= original.start && !diffs.some((diff) => diff.start < end && start < diff.end);
	return [...diffs, ...indentedDiffs(text).filter(isAround)].sort((one, other) => one.start - other.start);
}

/** Divides the text of a mail, or a part of it, into blocks. */
export function mailBlocks(
	text: string,
	{ names, original, diffs }: MailStructure,
	part: TextRange = { start: 0, end: text.length },
): readonly MailBlock[] {
	const blocks: MailBlock[] = [];
	const add = (kind: MailBlock['kind'], level: number, start: number, end: number, diff?: DiffRange) => {
		const { source, files } = diff ?? { source: text, files: [] };
		const whole = source === text ? text.slice(start, end) : source.slice(0, files.at(-1)?.end);
		const { text: shown, start: skipped } = shownText(kind, whole, names);
		if (shown !== '')
			blocks.push({ kind, level, text: cut(shown), start, textStart: start + skipped, files, source });
	};
	const addText = (start: number, end: number) => {
		const longest = end - start <= longestDivided ? end : nextLine(text, start + longestDivided, end);
		const beginning = text.slice(start, longest);
		const divided = start + firstLines(beginning, maxLines).end;
		for (const span of spansOf(text.slice(start, divided), names)) {
			if (blocks.length === maxBlocks) {
				add('text', 0, start + span.start, end);
				return;
			}
			add(span.kind, span.level, start + span.start, start + span.end);
		}
		add('text', 0, divided, end);
	};
	let at = part.start;
	for (const diff of diffs) {
		const { start, end } = diff;
		if (end > part.end) break;
		if (start < at) continue;
		addText(at, start);
		add('diff', 0, start, end, diff);
		at = end;
	}
	/** Where the original begins or ends in what is left of the part, which it may be above or below. */
	const inRest = (offset: number) => Math.min(Math.max(at, offset), part.end);
	const [originalStart, originalEnd] = [inRest(original.start), inRest(original.end)];
	addText(at, originalStart);
	add('original', 0, originalStart, originalEnd);
	addText(originalEnd, part.end);
	return blocks;
}

function originalIn(text: string, names: QuoteNames): TextRange {
	const none = { start: text.length, end: text.length };
	if (text.length > longestDivided) return none;
	return spansOf(text, names).find(({ kind }) => kind === 'original') ?? none;
}

function cut(text: string): string {
	if (text.length <= longestBlock) return text;
	const splitsCharacter = isHighSurrogate(text.charCodeAt(longestBlock - 1));
	return `${text.slice(0, splitsCharacter ? longestBlock - 1 : longestBlock).trimEnd()}\n…`;
}

/** Whether a code unit is the first half of a character, such as an emoji. */
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** `start`: where the first line is in the text that is given. */
interface ShownText {
	readonly text: string;
	readonly start: number;
}

function shownText(kind: MailBlock['kind'], text: string, names: QuoteNames): ShownText {
	if (kind === 'diff') return { text: withLineFeeds(withoutLastBreaks(text).slice(0, maxRead)), start: 0 };
	const trimmed = withoutEmptyEnds(text);
	if (kind !== 'quote' && kind !== 'attribution')
		return { text: withLineFeeds(trimmed.text.slice(0, maxRead)), start: trimmed.start };
	const lines = mailLines(trimmed.text, names);
	const first = Math.max(
		lines.findIndex(({ content }) => content.trim() !== ''),
		0,
	);
	const contents = lines.slice(first).map(({ content }) => content);
	return {
		text: withoutEmptyEnds(contents.join('\n')).text,
		start: trimmed.start + (lines[first]?.start ?? 0),
	};
}

const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text);

/** Not a pattern, which would be tried at each of the millions of line breaks that a text may have. */
function withoutLastBreaks(text: string): string {
	let end = text.length;
	while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1;
	return text.slice(0, end);
}

/** Without empty lines at the ends. The first line keeps its indentation, unless that is very long. */
function withoutEmptyEnds(text: string): ShownText {
	const end = text.trimEnd().length;
	const first = end - text.slice(0, end).trimStart().length;
	const start = Math.max(text.lastIndexOf('\n', first) + 1, first - maxIndentation);
	return { text: text.slice(start, end), start };
}
