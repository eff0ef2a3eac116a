import type { Objects, ReadObject } from './objects.ts';

interface ReadFile extends ReadObject {
	/** Where the file may be. */
	readonly path: string;
	/** The most bytes to read. Larger files count as missing. */
	readonly most: number;
}

/**
 * Finds the content of a file by the beginning of its blob's id, as diffs name it. Callers must check
 * the content's id, because the beginning may be short. Undefined if the file was not found.
 */
export type FindBlob = (abbreviated: string, options: ReadFile) => Promise<Uint8Array | undefined>;

/** Finds each file in the first source that has it. */
export const findInAny =
	(...sources: readonly FindBlob[]): FindBlob =>
	async (abbreviated, options) => {
		for (const find of sources) {
			const found = await find(abbreviated, options);
			if (found) return found;
		}
		return undefined;
	};

/** Finds files in the tree of a commit: reads only the folders on the path, and no blob that has another id. */
export const findInTree =
	(objects: Pick<Objects, 'rootTree' | 'tree' | 'blob'>, commit: string): FindBlob =>
	async (abbreviated, { path, most, signal }) => {
		const options = signal && { signal };
		const names = path.split('/');
		let tree = await objects.rootTree(commit, options);
		for (const [index, name] of names.entries()) {
			const entry = tree?.entries.find((one) => one.name === name);
			if (entry === undefined) return undefined;
			if (index < names.length - 1) {
				tree = entry.kind === 'directory' ? await objects.tree(entry.id, options) : undefined;
				continue;
			}
			if (!entry.id.startsWith(abbreviated) || !/^(?:file|executable)$/.test(entry.kind)) return undefined;
			const blob = await objects.blob(entry.id, { location: { commit, path }, most, ...options });
			return blob?.kind === 'bytes' ? blob.bytes : undefined;
		}
		return undefined;
	};
