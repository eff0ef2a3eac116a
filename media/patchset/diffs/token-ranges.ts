import type { DiffTokens } from '../../../src/patches/page/protocol/protocol.ts';

/** For each token of a line: where it starts, where it ends, and its index in `syntaxTokenTypes`. */
export type Tokens = readonly number[];

/** A part of a token in a text node of a line. */
export interface TokenRange {
	readonly range: AbstractRange;
	/** The index in `syntaxTokenTypes`. */
	readonly type: number;
}

/** The tokens of each drawn line of a diff, by its row. `hunks` has none for lines that were not drawn with their diff. */
export function tokensByRow(lines: Element, hunks: DiffTokens['hunks']): ReadonlyMap<Element, Tokens> {
	const found = new Map<Element, Tokens>();
	let hunk = -1;
	for (const row of lines.firstElementChild?.children ?? []) {
		if (row.classList.contains('hunk-head')) hunk += 1;
		const tokens = row instanceof HTMLElement && hunks[hunk]?.[Number(row.dataset.i)];
		if (tokens && tokens.length > 0) found.set(row, tokens);
	}
	return found;
}

interface TextPart {
	readonly node: Text;
	/** Offsets in the text of the line. */
	readonly start: number;
	readonly end: number;
}

/**
 * The texts of a line that get the colors of tokens. Words that differ (`b`) keep the editor's text color, because token colors cannot be read on
 * their background in every theme. Elements that name invisible characters are skipped: offsets do not count them.
 */
function partsOf(code: Element): readonly TextPart[] {
	const parts: TextPart[] = [];
	let at = 0;
	for (const node of code.childNodes) {
		const texts = node instanceof Element && node.matches('b') ? node.childNodes : [node];
		for (const text of texts) {
			if (!(text instanceof Text)) continue;
			const end = at + text.length;
			if (text.parentNode === code) parts.push({ node: text, start: at, end });
			at = end;
		}
	}
	return parts;
}

/** The colored parts of a line. */
export function rangesOf(row: Element, tokens: Tokens): readonly TokenRange[] {
	const ranges: TokenRange[] = [];
	const parts = row.lastElementChild ? partsOf(row.lastElementChild) : [];
	for (let nth = 0; nth + 2 < tokens.length; nth += 3) {
		const [start = 0, end = 0, type = 0] = tokens.slice(nth, nth + 3);
		for (const part of parts) {
			const from = Math.max(start, part.start);
			const to = Math.min(end, part.end);
			if (from >= to) continue;
			const range = new StaticRange({
				startContainer: part.node,
				startOffset: from - part.start,
				endContainer: part.node,
				endOffset: to - part.start,
			});
			ranges.push({ range, type });
		}
	}
	return ranges;
}
