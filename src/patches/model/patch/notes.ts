const summary = /^ \d+ files? changed(?:, \d+ insertions?\(\+\))?(?:, \d+ deletions?\(-\))?$/;
const change = /^ (?:create mode|delete mode|mode change|rename|copy|rewrite) /;
const statistic = /^ \S.* \| +(?:\d|Bin|Unmerged)|^ \.\.\.$/;

/** The text between `---` and the diff, without the diffstat. */
export function notesOf(text: string): string {
	const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
	const at = lines.findLastIndex((line) => summary.test(line));
	if (at === -1) return lines.join('\n').trim();
	const isOther = (line: string, index: number, isPart: RegExp) => index !== at && !isPart.test(line);
	const before = lines.slice(0, at).findLastIndex((line, index) => isOther(line, index, statistic));
	const after = lines.findIndex((line, index) => index > at && isOther(line, index, change));
	const rest = [lines.slice(0, before + 1), after === -1 ? [] : lines.slice(after)];
	return rest
		.map((part) => part.join('\n').trim())
		.filter((part) => part !== '')
		.join('\n\n');
}
