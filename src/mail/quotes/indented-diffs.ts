import type { DiffRange } from '../patch/diff-ranges.ts';
import { lineText, nextLine } from '../text/source-lines.ts';
import { parseDiff } from '../unified-diff/parse-diff.ts';

/** People indent the diffs that they suggest, so that no program takes their mail for a patch. */
const start = /^ {4}--- [^\n]+\n {4}\+\+\+ [^\n]+\n {4}@@ -/gm;
const indentation = '    ';
/** Further ones are text. */
const maxDiffs = 100;

/** The diffs in a text whose lines are indented by four spaces. */
export function indentedDiffs(text: string): readonly DiffRange[] {
	const diffs: DiffRange[] = [];
	let end = 0;
	for (const { index } of text.matchAll(start)) {
		if (index < end || diffs.length === maxDiffs) continue;
		const diff = diffAt(text, index);
		end = diff.end;
		if (diff.files.some(({ hunks }) => hunks.length > 0)) diffs.push(diff);
	}
	return diffs;
}

function diffAt(text: string, at: number): DiffRange {
	const lines: string[] = [];
	const ends: number[] = [];
	for (let from = at; from < text.length; ) {
		const next = nextLine(text, from, text.length);
		const line = lineText(text, from, next);
		// An empty line of context has lost its spaces.
		if (line.trim() !== '' && !line.startsWith(indentation)) break;
		lines.push(`${line.slice(indentation.length)}\n`);
		ends.push(next);
		from = next;
	}
	const source = lines.join('');
	const files = parseDiff(source, 0, source.length, new Set());
	const count = source.slice(0, files.at(-1)?.end).split('\n').length - 1;
	return { start: at, end: ends[count - 1] ?? at + 1, source, files };
}
