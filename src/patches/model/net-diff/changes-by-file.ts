import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';

interface ChangedFile {
	readonly file: FileDiff;
}

interface PatchFiles<File extends ChangedFile> {
	readonly files: readonly File[];
}

/**
 * The changes of each file that a series changes, in the order of its patches. A file is followed when it is renamed. The files are in the order
 * of their paths.
 */
export function changesByFile<File extends ChangedFile>(
	patches: readonly PatchFiles<File>[],
): readonly (readonly File[])[] {
	/** Sets, because files that are copied to each other have changes in common, whose number would double with each patch. */
	const byPath = new Map<string, ReadonlySet<File>>();
	for (const { files } of patches) {
		const gone = new Set<string>();
		const changed = new Map<string, Set<File>>();
		for (const change of files) {
			const { path, source } = pathsOf(change);
			// What a rename or a copy replaces is not lost.
			const changes = changed.get(path) ?? new Set(byPath.get(path));
			if (source !== path) for (const earlier of byPath.get(source) ?? []) changes.add(earlier);
			if (change.file.status === 'R') gone.add(source);
			changed.set(path, changes.add(change));
		}
		for (const path of gone) byPath.delete(path);
		for (const [path, changes] of changed) byPath.set(path, changes);
	}
	return [...byPath].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, changes]) => [...changes]);
}

/** How many files a series changes, without what it costs to collect their changes. */
export function countChangedFiles(patches: readonly PatchFiles<ChangedFile>[]): number {
	const paths = new Set<string>();
	for (const { files } of patches) {
		for (const change of files) if (change.file.status === 'R') paths.delete(pathsOf(change).source);
		for (const change of files) paths.add(pathsOf(change).path);
	}
	return paths.size;
}

/** The path of a file after a change, and the one before it. */
function pathsOf({ file: { status, old, new: current } }: ChangedFile) {
	const path = current ?? old ?? '';
	return { path, source: status === 'A' ? path : (old ?? path) };
}
