import { count } from '../../base/text/numbers.ts';
import { firstLines } from '../text/first-lines.ts';
import { isLine } from '../text/line-kinds.ts';

const summary = /^ \d+ files? changed(?:, \d+ insertions?\(\+\))?(?:, \d+ deletions?\(-\))?$/;
const change = /^ (?:create mode|delete mode|mode change|rename|copy|rewrite) /;
const statistic = /^ \S.* \| +(?:\d|Bin|Unmerged)|^ \.\.\.$/;
/** What diff, Subversion, CVS and Bazaar write above the names of a file. */
const heading = /^(?:diff -|Index: |={60,}$|RCS file: |retrieving revision |=== \w+ file )/;

/** Whether a line is one of a diffstat, its summary or the list of created and renamed files below. */
export const isDiffstatLine = (line: string): boolean =>
	line.startsWith(' ') &&
	line.length < 1000 &&
	(statistic.test(line) || summary.test(line) || change.test(line));

const isEmptyOrSeparator = (line: string): boolean => line.trim() === '' || isLine('separator', line, 'git');

/** The rest of longer notes is only counted. The diffstats of the largest patches are shorter. */
const longestNotes = 500_000;
const maxLines = 50_000;

/** The text between `---` and the diff, without the diffstat. */
export function notesOf(whole: string): string {
	const beginning = whole.slice(0, longestNotes);
	const text = beginning.slice(0, firstLines(beginning, maxLines).end);
	const rest = whole.length - text.length;
	const notes = withoutDiffstat(text);
	return rest > 0 ? `${notes}\n[${count(rest, 'more character')}]` : notes;
}

function withoutDiffstat(text: string): string {
	const all = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
	const isNote = (line: string) => !isEmptyOrSeparator(line) && !heading.test(line);
	const lines = all.slice(0, all.findLastIndex(isNote) + 1);
	const summaryAt = lines.findLastIndex((line) => summary.test(line));
	if (summaryAt === -1) return trimmed(lines);
	// With `--stat --shortstat`, there are two summaries.
	const isStat = (line: string) => statistic.test(line) || summary.test(line);
	const statStart = lines.slice(0, summaryAt).findLastIndex((line) => !isStat(line)) + 1;
	const changes = lines.slice(summaryAt + 1).findIndex((line) => !change.test(line));
	const statEnd = changes === -1 ? lines.length : summaryAt + 1 + changes;
	return [lines.slice(0, statStart), lines.slice(statEnd)]
		.map(trimmed)
		.filter((part) => part !== '')
		.join('\n\n');
}

/** Programs such as b4 write a second `---` below the notes. */
function trimmed(lines: readonly string[]): string {
	const end = lines.findLastIndex((line) => !isEmptyOrSeparator(line)) + 1;
	return lines.slice(0, end).join('\n').trim();
}
