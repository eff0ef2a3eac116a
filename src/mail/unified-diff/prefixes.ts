import type { FileDiff } from './file-diff.ts';
import type { Prefixes } from './file-header.ts';
import { withoutUsualPrefix } from './names.ts';

export interface WithPrefixes {
	readonly file: FileDiff;
	readonly prefixes: Prefixes;
}

/**
 * Removes the prefix of files that have only one name: the one that was removed from the other files on that side, such as `linux.orig/`
 * and `linux/`. If these have different prefixes, or there are no other files, removes a usual prefix.
 */
export function removeUnknownPrefixes(read: readonly WithPrefixes[]): readonly FileDiff[] {
	const withoutOld = prefixRemover(read, 'old');
	const withoutNew = prefixRemover(read, 'new');
	return read.map(({ file, prefixes }) =>
		prefixes.kind === 'unknown' ? { ...file, old: withoutOld(file.old), new: withoutNew(file.new) } : file,
	);
}

function prefixRemover(
	read: readonly WithPrefixes[],
	side: 'old' | 'new',
): (name: string | undefined) => string | undefined {
	const removed = new Set(
		read.flatMap(({ prefixes }) => (prefixes.kind === 'removed' ? prefixes[side] : [])),
	);
	const [prefix] = removed.size === 1 ? removed : [];
	return (name) => {
		if (name === undefined) return undefined;
		return prefix !== undefined && name.startsWith(prefix)
			? name.slice(prefix.length)
			: withoutUsualPrefix(name);
	};
}
