import { largest, smallest } from '../../base/collections.ts';
import { lineText, nextLine, previousLine } from '../text/source-lines.ts';

const subjectLine = '\nSubject: [';
const diffs = ['\n@@ -', '\ndiff --git '];
/** Headers of a patch have few lines. The limit keeps the time linear. */
const maxLines = 20;

/**
 * Where patches begin that were joined to the one before without their first lines: at headers after a diff, with an empty line before
 * them and another diff after them.
 */
export function findJoinedPatches(source: string): readonly number[] {
	const starts: number[] = [];
	let firstDiff = firstDiffAfter(source, 0);
	let lastDiff: number | undefined;
	let found = source.indexOf(subjectLine, firstDiff);
	while (found !== -1) {
		lastDiff ??= largest(diffs.map((each) => source.lastIndexOf(each)));
		if (found > lastDiff) break;
		const start = headersAround(source, found + 1);
		if (start !== undefined) {
			starts.push(start);
			firstDiff = firstDiffAfter(source, found);
		}
		found = source.indexOf(subjectLine, Math.max(firstDiff, found + 1));
	}
	return starts;
}

/** The end of the text if there is none. */
function firstDiffAfter(source: string, from: number): number {
	const found = diffs.map((each) => source.indexOf(each, from)).filter((each) => each !== -1);
	return found.length === 0 ? source.length : smallest(found);
}

/**
 * The start of the headers that a subject belongs to. Undefined if there is no empty line before them, or neither an author nor a date
 * among them.
 */
function headersAround(source: string, subject: number): number | undefined {
	let start = subject;
	for (let lines = 0; lines < maxLines; lines += 1) {
		const before = previousLine(source, start);
		const line = lineText(source, before, start);
		if (line === '') return hasAuthorOrDate(source, start) ? start : undefined;
		if (!/^(?:[A-Za-z-]{1,100}:|[ \t]+\S)/.test(line)) return undefined;
		start = before;
	}
	return undefined;
}

function hasAuthorOrDate(source: string, start: number): boolean {
	let at = start;
	for (let lines = 0; lines < maxLines; lines += 1) {
		const next = nextLine(source, at, source.length);
		const line = lineText(source, at, next);
		if (/^(?:From|Date):/.test(line)) return true;
		if (line === '') return false;
		at = next;
	}
	return false;
}
