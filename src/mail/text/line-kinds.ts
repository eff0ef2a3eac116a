import { headerKind } from './header-words.ts';
import { isScissors } from './scissors.ts';

/**
 * What programs take a line of a mail's text for. Reading uses the kinds that it needs. Composing uses all of them, so that no line that it writes
 * is taken for one of these by accident.
 */
export type LineKind =
	/** The start of the next mail in a file of mails. */
	| 'mail'
	| 'quote'
	/** The first header of a mail that is repeated below a reply, or of a patch. */
	| 'header'
	/** The end of a commit message, or the start of a mail that is repeated. */
	| 'separator'
	| 'signature'
	/** The start of a footer. */
	| 'rule'
	| 'scissors'
	/** The start of a diff, or of a part of it. */
	| 'diff'
	/** The start of a request to pull. */
	| 'pull'
	| 'trailer';

/**
 * `git`: `mailinfo` and `am`. `b4`: `src/b4/__init__.py` (`find_trailers`, `get_body_parts`). `patchwork`: `patchwork/parser.py`
 * (`clean_content`, `parse_patch`, `parse_pull_request`) and `models.py` (`response_re`). `tildeforge`: what is read here, as mail
 * programs and forges do.
 */
type Program = 'git' | 'b4' | 'patchwork' | 'tildeforge';

interface Pattern {
	test(line: string): boolean;
}

/** `…-by`, and trailers that name no person. */
const anyKey =
	'(?:[a-z]+(?:-[a-z]+)*-by|base-commit|change-id|prerequisite-(?:patch-id|change-id|message-id)|closes|fixes|implements|references|link|message-id|cc)';
const key = new RegExp(`^${anyKey}$`, 'i');
const longestKey = 200;

/** Whether a reply gives a trailer with this key: `…-by`, or what people write below a reply or a cover letter. */
export const isTrailerKey = (name: string): boolean => name.length <= longestKey && key.test(name);

const rows: readonly (readonly [kind: LineKind, program: Program, pattern: Pattern])[] = [
	['mail', 'tildeforge', /^From /],
	['quote', 'tildeforge', /^>/],
	['header', 'tildeforge', { test: (line) => headerKind(line) === 'from' }],
	['separator', 'git', /^---\s*$/],
	['separator', 'tildeforge', /^---/],
	['signature', 'tildeforge', /^-- ?$/],
	['rule', 'patchwork', /^_+$/],
	['rule', 'tildeforge', /^(?:_{10,}|-{10,}|={10,}|(?:-=)+-?)\s*$/],
	['scissors', 'git', { test: isScissors }],
	['diff', 'git', /^(?:diff -|Index: |--- \S)/],
	['diff', 'patchwork', /^(?:diff |Index: |--- )/],
	['diff', 'tildeforge', /^@@ /],
	['pull', 'patchwork', /^The following changes since commit/i],
	// Also if it is indented: any word with an address behind it. Each word is read once.
	['trailer', 'b4', /^\s*\w\S+:\s(?:.*\s)?\S[^\s@]*@\S[^\s.]*\.\S/],
	['trailer', 'b4', /^\s*(?:fixes|link|buglink|closes|obsoleted-by|change-id|base-commit):\s+\S/i],
	['trailer', 'patchwork', /^(?:tested|reviewed|acked|signed-off|nacked|reported)-by:/i],
	['trailer', 'tildeforge', new RegExp(`^${anyKey}[ \\t]*:`, 'i')],
];

/** Whether a program takes a line for one of a kind. By default, any program. */
export const isLine = (kind: LineKind, line: string, program?: Program): boolean =>
	rows.some(([one, by, pattern]) => one === kind && by === (program ?? by) && pattern.test(line));

/** The first kind that a program takes a line for; undefined if the line is text for all programs. */
export const kindOf = (line: string): LineKind | undefined =>
	rows.find(([, , pattern]) => pattern.test(line))?.[0];

/** A line that goes on with a diff: of a hunk or of a header. */
const lineOfDiff =
	/^(?:[-+ \\]|@@ |diff |Index: |===|index |(?:new|deleted|old) |rename |copy |(?:dis)?similarity |Binary |GIT )/;
const hunkHeader = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
/** A line of a hunk whose header was not pasted. `- x` is the item of a list, and `+1` an opinion. */
const changedLine = /^[-+](?:\t| {2,}\S|[^\s\d+-])/;

/**
 * The lines of a text that belong to diffs, by their indices. A diff ends above an empty line that the numbers of its hunk do not count.
 * `part`: lines without a header, which no program takes for a diff.
 */
export function diffLines(lines: readonly string[]): ReadonlyMap<number, 'diff' | 'part'> {
	const found = new Map<number, 'diff' | 'part'>();
	let current: 'diff' | 'part' | undefined;
	/** How many lines of the old and the new file the hunk still has; may fall below 0. */
	let [old, added] = [0, 0];
	for (const [index, line] of lines.entries()) {
		const hunkHasMore = old > 0 || added > 0;
		const goesOn = line === '' ? hunkHasMore : lineOfDiff.test(line);
		if (isLine('diff', line)) current = 'diff';
		else if (!goesOn) current = undefined;
		else if (changedLine.test(line)) current ??= 'part';
		if (current === undefined) {
			[old, added] = [0, 0];
			continue;
		}
		found.set(index, current);
		const [start, oldCount = '1', addedCount = '1'] = hunkHeader.exec(line) ?? [];
		if (start !== undefined) [old, added] = [Number(oldCount), Number(addedCount)];
		else {
			if (!line.startsWith('+')) old -= 1;
			if (!line.startsWith('-')) added -= 1;
		}
	}
	return found;
}
