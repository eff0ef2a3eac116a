import { isLine } from '../text/line-kinds.ts';
import { harmlessLines } from './harmless-lines.ts';
import { type Suggest, suggestionEnd } from './suggested-change.ts';
import { wrapLines } from './wrap-lines.ts';

/** A line of a suggestion that programs do not take for a trailer: its author suggests it, but does not give it. */
const withoutTrailer = (line: string): string => (isLine('trailer', line) ? `+${line}` : line);

/**
 * What a user wrote, as lines of a mail: without control characters, white space at the ends of lines, and empty lines at the ends.
 * `suggest` makes a diff of each suggestion. If it cannot, the suggestion stays as it was written, except for lines like trailers. Diffs keep their white space.
 */
export function commentText(text: string, suggest: Suggest = () => undefined): string {
	const lines = text
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(/[^\P{Cc}\n\t]/gu, '')
		.split('\n');
	let composed: readonly string[] = [];
	let from = 0;
	const takeProse = (to: number) => {
		const written = lines.slice(from, to).map((line) => line.trimEnd());
		composed = [...composed, ...harmlessLines(wrapLines(written))];
	};
	for (let at = 0; at < lines.length; at += 1) {
		const end = suggestionEnd(lines, at);
		if (end === undefined) continue;
		const code = lines.slice(at + 1, end);
		const diff = suggest(code);
		if (diff) {
			takeProse(at);
			composed = [...composed, ...diff];
			from = end + 1;
		} else for (const [index, line] of code.entries()) lines[at + 1 + index] = withoutTrailer(line);
		at = end;
	}
	takeProse(lines.length);
	const first = composed.findIndex((line) => line !== '');
	return composed.slice(first, composed.findLastIndex((line) => line !== '') + 1).join('\n');
}
