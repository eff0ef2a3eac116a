import { formatNumber } from '../../base/text/numbers.ts';
import type { EntryKind, GitTree, GitTreeEntry } from './objects.ts';

/** An entry as read from a source. */
export interface RawEntry {
	readonly name: string;
	readonly mode: number;
	readonly id: string;
}

/** More entries than a directory can show. The largest known repositories have some ten thousand files in one directory. */
export const maxEntries = 100_000;
/** Longer than any file system allows, so no checkout has such a name. */
const maxNameLength = 4096;
const maxProblems = 5;

/** Whether a text is the full id of an object, by SHA-1 or SHA-256. */
export const isObjectId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** The kind of a mode, as git reads it: old trees have files with other permissions. */
export function kindOf(mode: number): EntryKind | undefined {
	switch (mode & 0o170000) {
		case 0o100000:
			return (mode & 0o100) === 0 ? 'file' : 'executable';
		case 0o120000:
			return 'symlink';
		case 0o040000:
			return 'directory';
		case 0o160000:
			return 'submodule';
		default:
			return undefined;
	}
}

/**
 * Checks the entries of a tree. Leaves out those that no checkout could have, so that no name leads out of its directory and none
 * hides another. `id` is the tree's own id.
 */
export function toTree(id: string, raw: readonly RawEntry[]): GitTree {
	const entries: GitTreeEntry[] = [];
	const problems: string[] = [];
	const names = new Set<string>();
	for (const entry of raw) {
		if (entries.length === maxEntries) break;
		const kind = kindOf(entry.mode);
		const problem = problemOf(entry, id) ?? (names.has(entry.name) ? 'another entry has the same name' : '');
		if (kind !== undefined && problem === '') {
			names.add(entry.name);
			entries.push({ name: entry.name, kind, id: entry.id });
		} else problems.push(`${quote(entry.name)} is left out: ${problem}.`);
	}
	const omitted = problems.length - maxProblems;
	if (omitted > 0)
		problems.splice(maxProblems, omitted, `${formatNumber(omitted)} more entries are left out.`);
	if (raw.length > entries.length && entries.length === maxEntries) {
		problems.push(
			`The folder has ${formatNumber(raw.length)} entries. Only the first ${formatNumber(maxEntries)} are shown.`,
		);
	}
	return { id, entries, problems };
}

/** Why no checkout could have an entry; undefined if one could. */
function problemOf({ name, mode, id }: RawEntry, treeId: string): string | undefined {
	if (name === '') return 'it has no name';
	if (name === '.' || name === '..') return 'it would lead out of its folder';
	if (/[/\0]/.test(name) || !name.isWellFormed())
		return 'its name contains a character that no file name can have';
	if (name.length > maxNameLength) return 'its name is too long';
	if (!isObjectId(id)) return 'its object ID is invalid';
	if (id === treeId) return 'it is the same folder as the one that contains it';
	return kindOf(mode) === undefined ? 'its type is unknown' : undefined;
}

const quote = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
