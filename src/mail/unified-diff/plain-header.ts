import type { ParseWarning } from '../text/parse-warnings.ts';
import { headerText, nextLine } from '../text/source-lines.ts';
import { devNull, type FileHeader, type Prefixes } from './file-header.ts';
import { nameOn } from './git-header.ts';
import { withoutPrefixes } from './names.ts';

/** Whether two lines `---` and `+++` and the header of a hunk start here. */
export function isPlainHeader(source: string, at: number, end: number): boolean {
	if (!source.startsWith('--- ', at)) return false;
	const second = nextLine(source, at, end);
	return source.startsWith('+++ ', second) && source.startsWith('@@ -', nextLine(source, second, end));
}

const firstHunk = /@@ -(?<old>[\d,]+) \+(?<new>[\d,]+) @@/y;

/** Reads the header that `diff -u`, Subversion and others write: only names and dates. */
export function readPlainHeader(
	source: string,
	start: number,
	end: number,
	warnings: Set<ParseWarning>,
): FileHeader {
	const second = nextLine(source, start, end);
	const next = nextLine(source, second, end);
	const oldSide = readSide(headerText(source, start + 4, second), warnings);
	const newSide = readSide(headerText(source, second + 4, next), warnings);
	firstHunk.lastIndex = next;
	const counts = firstHunk.exec(source)?.groups;
	const isAdded = oldSide.isNothing || counts?.old === '0,0';
	const isDeleted = !isAdded && (newSide.isNothing || counts?.new === '0,0');
	const name = nameOf(oldSide.name, newSide.name);
	return {
		facts: {
			status: isAdded ? 'A' : isDeleted ? 'D' : 'M',
			old: isAdded ? undefined : name,
			new: isDeleted ? undefined : name,
			oldMode: undefined,
			newMode: undefined,
			oldId: undefined,
			newId: undefined,
			isCombined: false,
		},
		missing: 'lines',
		prefixes: prefixesOf(oldSide.name, newSide.name, name),
		next,
	};
}

interface Side {
	readonly name: string | undefined;
	readonly isNothing: boolean;
}

/** What Subversion and old versions of diff write after a name without a tab. */
const afterName =
	/ (?:\((?:revision \d+|working copy|nonexistent)\)|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*(?: [+-]\d{4})?)$/;

function readSide(text: string, warnings: Set<ParseWarning>): Side {
	const name = nameOn(text, warnings);
	return {
		name: name?.replace(afterName, '').trimEnd(),
		isNothing: name === undefined || isEpoch(text) || text.endsWith('(nonexistent)'),
	};
}

/** `diff -N` writes the date 1970-01-01 00:00:00 UTC, in any time zone, for a file that is not there. */
function isEpoch(text: string): boolean {
	const found = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.0+)? ([+-]\d\d)(\d\d)$/.exec(text);
	return found !== null && Date.parse(`${found[1]}T${found[2]}${found[3]}:${found[4]}`) === 0;
}

/** One name for both sides, because such a diff has no renames. Of `file.orig` and `file` it is the shorter one. */
function nameOf(first: string | undefined, second: string | undefined): string {
	if (first === undefined || second === undefined) return first ?? second ?? devNull;
	// Quilt and the mails of Andrew Morton name the old side `a/x.c~fix`.
	if (first.startsWith(`${second}~`)) return second.replace(/^a\//, '');
	const { old = first, new: name = second } = withoutPrefixes(first, second);
	return name.startsWith(old) ? old : name;
}

function prefixesOf(first: string | undefined, second: string | undefined, name: string): Prefixes {
	if (first === undefined || second === undefined) return { kind: 'unknown' };
	const before = (whole: string) => whole.slice(0, Math.max(whole.lastIndexOf(name), 0));
	return { kind: 'removed', old: before(first), new: before(second) };
}
