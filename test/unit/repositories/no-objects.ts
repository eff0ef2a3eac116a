import type { Objects } from '../../../src/platform/git/objects.ts';

/** The objects of a repository that has none. */
export const noObjects: Objects = {
	tree: async () => undefined,
	rootTree: async () => undefined,
	blob: async () => undefined,
	commit: async () => undefined,
};
