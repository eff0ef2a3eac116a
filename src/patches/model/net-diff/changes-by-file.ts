import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';

interface ChangedFile {
	readonly file: FileDiff;
}

interface PatchFiles<File extends ChangedFile> {
	readonly files: readonly File[];
}

/** The changes that led to a file. A copied file shares the history of its source, so histories form a graph. */
export class PatchedFileHistory<File extends ChangedFile> {
	readonly last: File;
	/** The history of the file that the last change changed or replaced, and of the file that it renamed or copied. */
	readonly #earlier: readonly PatchedFileHistory<File>[];

	constructor(last: File, earlier: readonly (PatchedFileHistory<File> | undefined)[]) {
		this.last = last;
		this.#earlier = earlier.filter((one) => one !== undefined);
	}

	get isOneChange(): boolean {
		return this.#earlier.length === 0;
	}

	/**
	 * The changes in the order of the patches. Leaves out those in `listed` and adds the others to it. Pass the same set for all files, so that
	 * each change is visited once.
	 */
	*changes(listed = new Set<PatchedFileHistory<File>>()): Generator<File> {
		const open: PatchedFileHistory<File>[] = [this];
		for (let history = open.at(-1); history; history = open.at(-1)) {
			const isListed = listed.has(history);
			const next = isListed ? undefined : history.#earlier.find((one) => !listed.has(one));
			if (next) {
				open.push(next);
				continue;
			}
			open.pop();
			listed.add(history);
			if (!isListed) yield history.last;
		}
	}
}

/** The changes of each file that a series changes. A file is followed when it is renamed. The files are in the order of their paths. */
export function changesByFile<File extends ChangedFile>(
	patches: readonly PatchFiles<File>[],
): readonly PatchedFileHistory<File>[] {
	const byPath = new Map<string, PatchedFileHistory<File>>();
	for (const { files } of patches) {
		const gone = new Set<string>();
		const changed = new Map<string, PatchedFileHistory<File>>();
		for (const change of files) {
			const { path, source } = pathsOf(change);
			// If a rename or a copy replaces a file, the history of that file is kept.
			const before = changed.get(path) ?? byPath.get(path);
			const history = new PatchedFileHistory(change, [
				before,
				source === path ? undefined : byPath.get(source),
			]);
			if (change.file.status === 'R') gone.add(source);
			changed.set(path, history);
		}
		for (const path of gone) byPath.delete(path);
		for (const [path, history] of changed) byPath.set(path, history);
	}
	return [...byPath].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, history]) => history);
}

/** How many files a series changes. Costs less than `changesByFile`. */
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
