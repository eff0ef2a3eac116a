import { unquote } from './name-quoting.ts';

/** The two names of a diff. Undefined: there is no such file, or the diff does not name it. */
export interface Names {
	readonly old: string | undefined;
	readonly new: string | undefined;
}

/**
 * Removes the prefixes of the names of one file, such as `a/` and `b/`, `i/` and `w/`, `1/` and `2/`, or those of `--src-prefix` and
 * `--dst-prefix`: whatever differs before the path that both names have. Equal names have no prefix.
 */
export function withoutPrefixes(first: string, second: string): Names {
	if (first === second) return { old: first, new: second };
	const common = commonPath(first, second);
	if (common !== '') return { old: common, new: common };
	// A folder that both names have is no prefix, because prefixes differ.
	if (folderOf(first) === folderOf(second)) return { old: first, new: second };
	return { old: withoutFolder(first), new: withoutFolder(second) };
}

/** The longest path at the end of both names, of whole folders and a file: for `x.c` and `y.c`, it is empty. */
function commonPath(first: string, second: string): string {
	let length = 0;
	const limit = Math.min(first.length, second.length);
	while (length < limit && first.at(-1 - length) === second.at(-1 - length)) length += 1;
	const isWhole = (name: string) => length === name.length || name.at(-1 - length) === '/';
	if (isWhole(first) && isWhole(second)) return first.slice(first.length - length);
	const slash = first.indexOf('/', first.length - length);
	return slash === -1 ? '' : first.slice(slash + 1);
}

const folderOf = (name: string): string => name.slice(0, name.indexOf('/') + 1);
const withoutFolder = (name: string): string => name.slice(name.indexOf('/') + 1);

/** Removes the prefix of a name without a counterpart. */
export const withoutUsualPrefix = (name: string): string => name.replace(/^[abciow12]\//, '');

/**
 * The two names on a line `diff --git a/x b/x`, with their prefixes. Names with spaces are not in quotes there, so the line is
 * ambiguous unless one name is known or both are equal but for their prefixes. Undefined if that does not decide it.
 */
export function namesOfGitLine(text: string, known: Names): { first: string; second: string } | undefined {
	if (text.startsWith('"')) {
		const first = unquote(text);
		if (!first || text[first.end] !== ' ') return undefined;
		const rest = text.slice(first.end + 1);
		return { first: first.name, second: unquote(rest)?.name ?? rest };
	}
	if (text.endsWith('"')) {
		const at = text.indexOf(' "');
		const second = at === -1 ? undefined : unquote(text, at + 1);
		return second && { first: text.slice(0, at), second: second.name };
	}
	const split = splitAt(text, known);
	return split === undefined ? undefined : { first: text.slice(0, split), second: text.slice(split + 1) };
}

function splitAt(text: string, known: Names): number | undefined {
	if (known.old !== undefined && text.startsWith(`${known.old} `)) return known.old.length;
	if (known.new !== undefined && text.endsWith(` ${known.new}`)) return text.length - known.new.length - 1;
	return splitAfterFolders(text) ?? splitByLongestPath(text);
}

/**
 * The space between names that are equal after their first folders. With each further space the first name gets longer and the second
 * one shorter, so at most one space leaves equal lengths.
 */
function splitAfterFolders(text: string): number | undefined {
	const firstSlash = text.indexOf('/');
	if (firstSlash === -1) return undefined;
	let slash = firstSlash;
	for (let space = text.indexOf(' ', firstSlash); space !== -1; space = text.indexOf(' ', space + 1)) {
		if (slash < space) slash = text.indexOf('/', space);
		if (slash === -1) return undefined;
		const difference = space - firstSlash - (text.length - slash);
		if (difference > 0) return undefined;
		if (difference === 0 && text.slice(firstSlash, space) === text.slice(slash)) return space;
	}
	return undefined;
}

/** The space between names that have the longest path in common. Only a few are tried, so that a line of spaces takes linear time. */
function splitByLongestPath(text: string): number | undefined {
	let best: { space: number; length: number } | undefined;
	let space = text.indexOf(' ');
	for (let tried = 0; space !== -1 && tried < 30; tried += 1) {
		const { length } = commonPath(text.slice(0, space), text.slice(space + 1));
		if (length > (best?.length ?? 0)) best = { space, length };
		space = text.indexOf(' ', space + 1);
	}
	return best?.space;
}
