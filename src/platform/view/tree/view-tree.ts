import type { Log } from '../../../base/log/log.ts';
import type { Memory } from '../../state/memory.ts';
import { failureRow } from '../failure-rows.ts';
import type { Views } from '../views.ts';
import { Tree, type TreeParts } from './tree.ts';

/** The tree of a view. It opens the views when VS Code requests the first rows. */
export function createViewTree(
	parts: TreeParts,
	views: () => Promise<Views>,
	memory: Memory,
	log: Log,
): Tree {
	const { id } = parts;
	const view = async () => (await views()).view(id);
	return new Tree(parts, {
		memory,
		roots: async () => (await views()).roots(id),
		head: async () => (await views()).head(id),
		inPlaceOf: async (row) => (await view())?.inPlaceOf?.(row),
		didShow: async (row) => (await view())?.didShow?.(row),
		didBecomeVisible: async () => (await views()).didBecomeVisible(id),
		failureRow: async (error) => {
			log.error(`${id} could not be shown`, error);
			return failureRow(error);
		},
	});
}
