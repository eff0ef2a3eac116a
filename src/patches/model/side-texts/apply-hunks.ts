import type { Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { fileLines } from './file-lines.ts';
import { newRange, oldRange } from './hunk-ranges.ts';

/**
 * The file after the hunks are applied to the whole file before them or, if `from` is `new`, the other way round. Undefined if the
 * lines differ, because the text is then of another file.
 */
export function applyHunks(
	content: string,
	source: string,
	hunks: readonly Hunk[],
	from: 'old' | 'new',
): string | undefined {
	const lines = content.split('\n');
	const endsWithBreak = lines.at(-1) === '';
	if (endsWithBreak) lines.pop();
	const result: string[] = [];
	let at = 0;
	let hasBreak = true;
	const copyUntil = (end: number) => {
		for (; at < end; at += 1) {
			result.push(lines[at] ?? '');
			hasBreak = endsWithBreak || at < lines.length - 1;
		}
	};
	for (const hunk of hunks) {
		const { start } = from === 'old' ? oldRange(hunk) : newRange(hunk);
		if (start < at || start > lines.length) return undefined;
		copyUntil(start);
		for (const line of fileLines(source, hunk)) {
			if (line.side === 'both' || line.side === from) {
				if (lines[at] !== line.text) return undefined;
				at += 1;
			}
			if (line.side !== from) {
				result.push(line.text);
				hasBreak = line.hasBreak;
			}
		}
	}
	copyUntil(lines.length);
	return result.length === 0 ? '' : `${result.join('\n')}${hasBreak ? '\n' : ''}`;
}
