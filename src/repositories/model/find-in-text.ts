/** A line that contains what the user searches. */
export interface FoundLine {
	/** From 0. */
	readonly line: number;
	/** Where the first match begins and ends in the line. */
	readonly start: number;
	readonly end: number;
	/** The part of the line around the match. */
	readonly excerpt: string;
}

/** A row shows this many characters of a line before the start of a match, and after it. */
const shownBefore = 40;
const shownAfter = 160;

/**
 * Creates a function that finds `words` in a text, in up to `maxLines` lines. Case is ignored, and there are no wildcards. Lines of the text end
 * with LF only.
 */
export function createLineFinder(words: string): (text: string, maxLines: number) => FoundLine[] {
	const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'giu');
	return (text, maxLines) => {
		const found: FoundLine[] = [];
		let line = 0;
		let lineStart = 0;
		pattern.lastIndex = 0;
		while (found.length < maxLines) {
			const match = pattern.exec(text);
			if (!match) break;
			let lineBreak = text.indexOf('\n', lineStart);
			while (lineBreak !== -1 && lineBreak < match.index) {
				line += 1;
				lineStart = lineBreak + 1;
				lineBreak = text.indexOf('\n', lineStart);
			}
			const lineEnd = lineBreak === -1 ? text.length : lineBreak;
			const start = match.index - lineStart;
			const end = start + match[0].length;
			found.push({ line, start, end, excerpt: excerptOf(text.slice(lineStart, lineEnd), start) });
			// One match of a line is enough.
			pattern.lastIndex = lineEnd + 1;
		}
		return found;
	};
}

/** Halves of characters at the ends of a text that was cut. */
const cutHalves = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

/** The part of a line around a match that begins at `start`: at most `before` characters before that, and `after` from there on. */
export function excerptOf(line: string, start: number, before = shownBefore, after = shownAfter): string {
	const trimmed = line.trim();
	if (trimmed.length <= before + after) return trimmed;
	const trimmedStart = start - (line.length - line.trimStart().length);
	const from = Math.max(0, trimmedStart - before);
	const to = Math.min(trimmed.length, trimmedStart + after);
	const part = trimmed.slice(from, to).replace(cutHalves, '').trim();
	return `${from > 0 ? '…' : ''}${part}${to < trimmed.length ? '…' : ''}`;
}
