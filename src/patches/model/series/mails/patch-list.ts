import { firstLines } from '../../../../mail/text/first-lines.ts';

const author = /^(?:\S.{0,200}) \((\d{1,4})\):$/;

/** Even the longest series has a shorter list. */
const longestText = 500_000;
const maxLines = 50_000;

/**
 * Reads the list of patches in a cover letter of `git format-patch`: the titles, in a group for each author. Empty if there is no list. Git
 * sorts them by author, so only the order within a group is that of the series.
 */
export function readPatchList(text: string): readonly (readonly string[])[] {
	const beginning = text.slice(0, longestText);
	const read = beginning.slice(0, firstLines(beginning, maxLines).end);
	const lines = read.split('\n').map((line) => line.trimEnd());
	for (const [index, line] of lines.entries()) {
		if (!author.test(line)) continue;
		const groups = groupsAt(lines, index);
		if (groups.length > 0) return groups;
	}
	return [];
}

function groupsAt(lines: readonly string[], start: number): readonly (readonly string[])[] {
	const groups: (readonly string[])[] = [];
	for (let at = start; at < lines.length; ) {
		const count = Number(author.exec(lines[at] ?? '')?.[1] ?? 0);
		const end = endOfGroup(lines, at + 1);
		const titles = titlesOf(lines.slice(at + 1, end));
		if (count === 0 || titles.length !== count) break;
		groups.push(titles);
		at = end;
		while (lines[at] === '') at += 1;
	}
	return groups;
}

function endOfGroup(lines: readonly string[], start: number): number {
	let at = start;
	while (lines[at]?.startsWith('  ')) at += 1;
	return at;
}

/** Git breaks long titles and indents the rest more. */
function titlesOf(lines: readonly string[]): readonly string[] {
	const titles: string[] = [];
	for (const line of lines) {
		const last = titles.at(-1);
		if (last !== undefined && line.startsWith('    ')) titles[titles.length - 1] = `${last} ${line.trim()}`;
		else titles.push(line.trim());
	}
	return titles;
}
