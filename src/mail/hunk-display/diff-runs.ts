import { nextLine } from '../text/source-lines.ts';

/** Successive lines of the text of a diff that are of one kind. */
export interface DiffRun {
	/** `head`: what is above the hunks, such as a diffstat and the names of files. */
	readonly kind: 'head' | 'hunk' | 'added' | 'removed' | 'same';
	/** The line break at its end is not part of it. */
	readonly text: string;
}

/** Further lines are one run. */
const maxRuns = 2000;

/** What can begin the diff of another file. */
const fileStart = /(?:diff -|Index: |--- [^\n]*\n\+\+\+ )/y;

/** The lines of the text of a diff by kind, also if the diff is damaged. */
export function diffRuns(text: string): readonly DiffRun[] {
	const runs: DiffRun[] = [];
	let isInHunk = false;
	let kind: DiffRun['kind'] | undefined;
	let start = 0;
	const end = (at: number) => {
		if (kind && at > start) runs.push({ kind, text: text.slice(start, text[at - 1] === '\n' ? at - 1 : at) });
		start = at;
	};
	for (let at = 0; at < text.length && runs.length < maxRuns; at = nextLine(text, at, text.length)) {
		const isHunkHead = text.startsWith('@@', at);
		if (isHunkHead) isInHunk = true;
		else if (isInHunk && beginsFile(text, at)) isInHunk = false;
		const next = isHunkHead ? 'hunk' : isInHunk ? kindOfLine(text[at]) : 'head';
		if (next !== kind) end(at);
		kind = next;
	}
	end(text.length);
	return runs;
}

function beginsFile(text: string, at: number): boolean {
	fileStart.lastIndex = at;
	return fileStart.test(text);
}

const kindOfLine = (sign: string | undefined): DiffRun['kind'] =>
	sign === '+' ? 'added' : sign === '-' ? 'removed' : 'same';
