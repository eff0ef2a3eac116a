import { harmlessLines } from './harmless-lines.ts';
import { wrapLines } from './wrap-lines.ts';

/**
 * What a user wrote, as lines of a mail: without control characters, white space at the ends of lines, and empty lines at the ends.
 * `withDiffs` adds diffs, whose lines keep their white space.
 */
export function commentText(text: string, withDiffs = (written: string) => written): string {
	const lines = text
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(/[^\P{Cc}\n\t]/gu, '')
		.split('\n')
		.map((line) => line.trimEnd());
	const first = lines.findIndex((line) => line !== '');
	const last = lines.findLastIndex((line) => line !== '');
	if (first === -1) return '';
	const written = withDiffs(lines.slice(first, last + 1).join('\n'));
	return harmlessLines(wrapLines(written.split('\n'))).join('\n');
}
