import { isAttribution } from '../quotes/attributions.ts';
import { indentedDiffs } from '../quotes/indented-diffs.ts';
import { suggestionEnd } from './suggested-change.ts';

/** The first line of a mail that is no quote, introduces none, and does not stand for what one leaves out. Undefined if there is none. */
function firstOwnLine(body: string): string | undefined {
	const lines = body.split('\n');
	return lines.find((line, index) => {
		if (line.startsWith('>') || /^\s*(?:\[\.\.\.\]\s*)?$/.test(line)) return false;
		return !isAttribution(line) || lines[index + 1]?.startsWith('>') !== true;
	});
}

/** Whether the text of a mail has more than quotes, the lines that introduce them, and marks for what they leave out. */
export const hasOwnText = (body: string): boolean => firstOwnLine(body) !== undefined;

/** What a mail begins with, apart from quotes, suggested changes and the fences of code blocks. */
export function firstWords(body: string): string {
	const withoutDiffs = indentedDiffs(body).reduceRight(
		(text, { start, end }) => text.slice(0, start) + text.slice(end),
		body,
	);
	const lines = withoutDiffs.split('\n');
	const prose: string[] = [];
	for (let at = 0; at < lines.length; at += 1) {
		at = suggestionEnd(lines, at) ?? at;
		const line = lines[at] ?? '';
		if (!/^(?:```|~~~)/.test(line)) prose.push(line);
	}
	return firstOwnLine(prose.join('\n')) ?? (hasOwnText(body) ? 'Suggestion' : '');
}
