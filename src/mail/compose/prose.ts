import { diffLines, isLine } from '../text/line-kinds.ts';

const fence = /^ {0,3}(`{3,}|~{3,})/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$/;
/** Code, quotes and tables. */
const block = /^(?: {4}|\t| {0,3}[>|])/;

/** How commands, and what programs print, begin. What follows is printed, too. People begin sentences in similar ways: `foo.c:12: this …`, `Nit: …`. */
const terminal = [
	/^\s*(?:\$|>>>|PS [^>]*>|[\w.-]+@[\w.-]+[: ]\S*[$#%]) /,
	// The place of an error: `src/open.c:12:3: …`, `tests/open.py:12: AssertionError`.
	/^\s*[^\s:./]*[./][^\s:]*:\d+(?::\d+[:,)]?(?:\s|$)|: (?:(?:fatal )?error|warning|note|undefined|\w*(?:Error|Exception)\b))/,
	/^\s*(?:[\w.+/-]+(?:\[\d+\])?: )?(?:fatal |internal )?(?:error|fatal|warning|hint|panic|ERROR|FATAL|WARNING|Error)(?:\[\w+\]|\(\w+\))?: /,
	/^\s*[\w.]*(?:Error|Exception)(?:\[\w+\])?: /,
	/^\s*(?:[a-z][\w.+/-]*(?:\[\d+\])?: (?:\*\*\* |cannot (?:\w+ )?['‘"/.-]|[^:]+: (?:command not found|No such|Permission denied))|remote: |usage: )/,
	// A log, and the stack of a failure.
	/^\s*(?:\[[\d\s.:TZ+-]+\]|\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d\b)/,
	/^\s*(?:File "|#\d+ +(?:0x|\S+\()|Traceback |Call Trace:|(?:FAIL|PASS)(?:ED)?:? +\S*[./]|(?:not )?ok \d+ - )/,
];

/** Items and words of prose that begin as changed lines of a diff do. */
const likeChange = /^(?:->|-E[A-Z]+\b|[-+] {2,3}\S)/;

/** A line with fewer words may be code. */
const shortestSentence = 6;

/** A word that is an option, a path, an assignment or another piece of code. */
const code = /^--?\w|[=(){}[\]<>|&;$\\/*_+~^%#@]|\w\.\w|::/;
const [opening, closing] = ['"\'“‘([{', '"\'”’)]},.;:!?…'];

/** With more code than this, a line is a command: prose names a function or a file here and there. */
const mostCode = 1 / 3;

/** A word without the signs around it. No regular expression, because one for the signs at the end would start again at each sign. */
function withoutSigns(word: string): string {
	let [start, end] = [0, word.length];
	while (start < end && opening.includes(word.charAt(start))) start += 1;
	while (start < end && closing.includes(word.charAt(end - 1))) end -= 1;
	return word.slice(start, end);
}

/** Whether most words of a line, and at least so many, are those of a language. Inline code and web addresses are one word each. */
function hasWords(line: string, least = 0): boolean {
	const words = line
		.replace(/`[^`]*`|<?https?:\/\/\S+/g, 'x')
		.split(/\s+/)
		.filter((word) => word !== '');
	const pieces = words.filter((word) => code.test(withoutSigns(word)) && !/\p{Script=Han}/u.test(word));
	return words.length >= least && pieces.length <= words.length * mostCode;
}

/**
 * The indices of the lines that are prose. Not prose are code (in a fence or indented), quotes, tables, trailers, diffs, commands with their
 * output up to the next empty line, and the lines of `composed`, which the user has not written.
 */
export function proseLines(
	lines: readonly string[],
	composed: ReadonlySet<string> = new Set(),
): ReadonlySet<number> {
	const others = tableLines(lines);
	for (const [index, kind] of diffLines(lines)) {
		const line = lines[index] ?? '';
		if (kind === 'diff' || !likeChange.test(line) || !hasWords(line, shortestSentence)) others.add(index);
	}
	const prose = new Set<number>();
	let openFence: string | undefined;
	let isOutput = false;
	for (const [index, line] of lines.entries()) {
		const [, found] = fence.exec(line) ?? [];
		const isCode = openFence !== undefined || found !== undefined;
		if (openFence === undefined) openFence = found;
		else if (found?.startsWith(openFence) && line.trim() === found) openFence = undefined;
		if (isCode) continue;
		if (line === '') isOutput = false;
		else if (others.has(index) || block.test(line) || composed.has(line)) continue;
		isOutput ||= terminal.some((pattern) => pattern.test(line));
		if (!isOutput && !isLine('trailer', line) && hasWords(line)) prose.add(index);
	}
	return prose;
}

/** The indices of the lines of tables without a bar at their start: those around a row of dashes. */
function tableLines(lines: readonly string[]): Set<number> {
	const found = new Set<number>();
	for (const [row, line] of lines.entries()) {
		if (found.has(row) || !delimiterRow.test(line)) continue;
		found.add(row - 1);
		for (let at = row; lines[at]?.includes('|'); at += 1) found.add(at);
	}
	return found;
}
