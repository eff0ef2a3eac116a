import type { DiffTokens } from '../../../src/patches/page/protocol/protocol.ts';

/** A part of a line with a tone; without a range, the end of a line. */
interface TokenRange {
	readonly range: AbstractRange | undefined;
	readonly tone: number;
}

const endOfLine: TokenRange = { range: undefined, tone: -1 };

/** The parts of the drawn lines of a diff that have a tone. Lines that are not as the tones say have none. */
export function* tokenRanges(lines: Element, hunks: DiffTokens['hunks']): Generator<TokenRange> {
	let hunk = -1;
	for (const row of lines.firstElementChild?.children ?? []) {
		if (row.classList.contains('hunk-head')) hunk += 1;
		const found = row instanceof HTMLElement && hunks[hunk]?.[Number(row.dataset.i)];
		if (!found || !row.lastElementChild) continue;
		yield* rangesOf(row.lastElementChild, found);
		yield endOfLine;
	}
}

interface TextPart {
	readonly node: Text;
	/** Offsets in the text of the line. */
	readonly start: number;
	readonly end: number;
}

/**
 * Words that differ keep the color of the text, which alone can be read on their background in every theme. Names of invisible
 * characters are no part of the text.
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

function* rangesOf(code: Element, line: readonly number[]): Generator<TokenRange> {
	if (line.length === 0) return;
	const parts = partsOf(code);
	for (let nth = 0; nth + 2 < line.length; nth += 3) {
		const [start = 0, end = 0, tone = 0] = line.slice(nth, nth + 3);
		for (const part of parts) {
			const [from, to] = [Math.max(start, part.start), Math.min(end, part.end)];
			if (from >= to) continue;
			const range = new StaticRange({
				startContainer: part.node,
				startOffset: from - part.start,
				endContainer: part.node,
				endOffset: to - part.start,
			});
			yield { range, tone };
		}
	}
}
