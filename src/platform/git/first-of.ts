import { ForgeError } from '../../forge/contract/errors.ts';
import type { CloneObjects, ReadObject } from './objects.ts';

/**
 * Reads each object from the first source that has it. A source that fails is passed over if a later one has the object; otherwise its
 * failure is the result.
 */
export function firstOf(sources: readonly CloneObjects[]): CloneObjects {
	const ask = async <T>(
		options: ReadObject | undefined,
		read: (source: CloneObjects) => Promise<T | undefined>,
	): Promise<T | undefined> => {
		let failure: ForgeError | undefined;
		for (const source of sources) {
			try {
				const found = await read(source);
				if (found !== undefined) return found;
			} catch (error) {
				if (options?.signal?.aborted || !(error instanceof ForgeError)) throw error;
				failure ??= error;
			}
		}
		if (failure) throw failure;
		return undefined;
	};
	return {
		tree: (id, options) => ask(options, (source) => source.tree(id, options)),
		rootTree: (commit, options) => ask(options, (source) => source.rootTree(commit, options)),
		blob: (id, options) => ask(options, (source) => source.blob(id, options)),
		commit: (id, options) => ask(options, (source) => source.commit(id, options)),
		findBlob: (abbreviated, options) => ask(options, (source) => source.findBlob(abbreviated, options)),
		log: (commit, options) => ask(options, (source) => source.log(commit, options)),
		logEntries: (commit, options) => ask(options, (source) => source.logEntries(commit, options)),
		distance: (one, other, options) => ask(options, (source) => source.distance(one, other, options)),
	};
}
