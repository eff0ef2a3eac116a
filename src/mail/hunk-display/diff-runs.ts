import { nextLine } from '../text/source-lines.ts';

/** Successive lines of the text of a diff that are of one kind. */
export interface DiffRun {
	/** `head`: what is above the hunks, such as a diffstat and the names of files. */
	readonly kind: 'head' | 'hunk' | 'added' | 'removed' | 'same';
	/** The line break at its end is not part of it. */
	readonly text: string;
}

/** After this many runs, the rest of the diff is one run without a color. */
const maxRuns = 2000;

/** The start of another file's diff. A removed `-- a` and an added `++ b` look like the names of a file, but no hunk follows them. */
const fileStart = /(?:diff -|Index: |--- [^\n]*\n\+\+\+ [^\n]*\n@@)/y;

/** Splits the text of a diff into runs of lines. Works for damaged diffs, too. */
export function diffRuns(text: string): readonly DiffRun[] {
	const runs: DiffRun[] = [];
	let isInHunk = false;
	let kind: DiffRun['kind'] | undefined;
	let start = 0;
	const end = (at: number) => {
		if (kind && at > start) runs.push({ kind, text: text.slice(start, text[at - 1] === '\n' ? at - 1 : at) });
		start = at;
	};
	let at = 0;
	for (; at < text.length && runs.length < maxRuns; at = nextLine(text, at, text.length)) {
		const isHunkHead = text.startsWith('@@', at);
		if (isHunkHead) isInHunk = true;
		else if (isInHunk && beginsFile(text, at)) isInHunk = false;
		const next = isHunkHead ? 'hunk' : isInHunk ? kindOfLine(text[at]) : 'head';
		if (next !== kind) end(at);
		kind = next;
	}
	if (at < text.length) kind = 'same';
	end(text.length);
	return runs;
}

function beginsFile(text: string, at: number): boolean {
	fileStart.lastIndex = at;
	return fileStart.test(text);
}

const kindOfLine = (sign: string | undefined): DiffRun['kind'] =>
	sign === '+' ? 'added' : sign === '-' ? 'removed' : 'same';
