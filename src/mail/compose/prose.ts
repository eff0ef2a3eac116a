import { diffLines, isLine } from '../text/line-kinds.ts';

const fence = /^ {0,3}(`{3,}|~{3,})/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$/;
/** Code, quotes and tables. */
const block = /^(?: {4}|\t| {0,3}[>|])/;

/** How commands, and what programs print, begin. */
const terminal = [
	/^\s*(?:[$%#]|>>>|PS [^>]*>|[\w.-]+@[\w.-]+[: ]\S*[$#%]) /,
	// The place of an error: `src/open.c:12:3: …`.
	/^\s*[^\s:]+:\d+(?::\d+)*[:,)]?(?:\s|$)/,
	/^\s*(?:[\w.+/-]+(?:\[\d+\])?: )?(?:fatal |internal )?(?:error|fatal|warning|hint|panic|ERROR|FATAL|WARNING|Error|Warning)(?:\[\w+\]|\(\w+\))?: /,
	/^\s*[\w.]*(?:Error|Exception)(?:\[\w+\])?: /,
	/^\s*(?:[\w.+/-]+(?:\[\d+\])?: (?:\S+: |\*\*\* |cannot |could not |unable to |no such |failed )|note: |remote: |usage: )/,
	// A log, and the stack of a failure.
	/^\s*(?:\[[\d\s.:TZ+-]+\]|\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d\b)/,
	/^\s*(?:File "|#\d+ +(?:0x|\S+\()|Traceback |Call Trace:|FAIL |PASS |(?:not )?ok \d)/,
];

/** A word that is an option, a path, an assignment or another piece of code. */
const code = /^--?\w|[=(){}[\]<>|&;$\\/*_+~^%#@]|\w\.\w|::/;
const around = /^["'“‘([{]+|["'”’)\]},.;:!?…]+$/g;

/** With more code than this, a line is a command: prose names a function or a file here and there. */
const mostCode = 1 / 3;

/** Whether most words of a line are those of a language. Inline code and web addresses are one word each. */
function hasWords(line: string): boolean {
	const words = line
		.replace(/`[^`]*`|<?https?:\/\/\S+/g, 'x')
		.split(/\s+/)
		.filter((word) => word !== '');
	const pieces = words.filter((word) => code.test(word.replace(around, '')) && !/\p{Script=Han}/u.test(word));
	return pieces.length <= words.length * mostCode;
}

/**
 * The lines that are prose, by their indices: no code in a fence or indented, quote, table, trailer, diff, or command with what it has
 * printed, which goes to the next empty line.
 */
export function proseLines(lines: readonly string[]): ReadonlySet<number> {
	const others = new Set([...tableLines(lines), ...diffLines(lines).keys()]);
	const prose = new Set<number>();
	let openFence: string | undefined;
	let isOutput = false;
	for (const [index, line] of lines.entries()) {
		const [, found] = fence.exec(line) ?? [];
		const isCode = openFence !== undefined || found !== undefined;
		if (openFence === undefined) openFence = found;
		else if (found?.startsWith(openFence) && line.trim() === found) openFence = undefined;
		if (isCode) continue;
		isOutput = line !== '' && (isOutput || terminal.some((pattern) => pattern.test(line)) || !hasWords(line));
		const isKept = isOutput || others.has(index) || block.test(line) || isLine('trailer', line);
		if (!isKept) prose.add(index);
	}
	return prose;
}

/** The indices of the lines of tables without a bar at their start: those around a row of dashes. */
function tableLines(lines: readonly string[]): ReadonlySet<number> {
	const found = new Set<number>();
	for (const [row, line] of lines.entries()) {
		if (found.has(row) || !delimiterRow.test(line)) continue;
		found.add(row - 1);
		for (let at = row; lines[at]?.includes('|'); at += 1) found.add(at);
	}
	return found;
}
