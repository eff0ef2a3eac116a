import { lineEnd, nextLine } from '../text/source-lines.ts';

const version = /\d+\.\d[\w.-]*(?: \([^)\n]{0,80}\))?[ \t\r]*(?:\n|$)/y;

/**
 * Whether the line from `at` to `next` is the `-- ` before a signature, and not a deleted line `- `. `isLast`: if the line is a deleted one,
 * the hunk ends with it.
 */
export function isSignature(source: string, at: number, next: number, end: number, isLast: boolean): boolean {
	const length = lineEnd(source, at, next) - at;
	if (length > 3 || !source.startsWith('--', at) || (length === 3 && source[at + 2] !== ' ') || next >= end)
		return false;
	version.lastIndex = next;
	if (version.test(source)) return true;
	return !isLast && !canBeInHunk(source.charCodeAt(next));
}

/** Whether a line of a hunk can begin with this character. An empty line has lost its space. */
const canBeInHunk = (code: number): boolean => ' +-\\@\r\n'.includes(String.fromCharCode(code));

/** Whether a line after a hunk looks like a line of it: `+x`, `-x`, or ` x`, but no line of a header or signature. */
export function looksLikeInHunk(source: string, at: number, end: number): boolean {
	const next = nextLine(source, at, end);
	const length = lineEnd(source, at, next) - at;
	if (length < 1) return false;
	const first = source[at];
	return first === '+' || first === ' ' || (first === '-' && source[at + 1] !== '-');
}
