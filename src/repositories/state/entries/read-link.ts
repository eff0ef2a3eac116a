import { ForgeError } from '../../../forge/contract/errors.ts';
import type { GitTree, Objects } from '../../../platform/git/objects.ts';
import { findEntry, maxTargetBytes } from '../../model/find-entry.ts';

/** Where a symbolic link leads. */
export interface SymlinkTarget {
	/** The text of the link. */
	readonly target: string;
	/** A `folder-above` contains the link, so a tree that followed it would have no end. `outside` is also for links in circles. */
	readonly leadsTo: 'file' | 'folder' | 'folder-above' | 'submodule' | 'nothing' | 'outside';
	/** The id of the tree of a `folder`. */
	readonly treeId?: string;
}

interface CommitTree {
	readonly objects: Objects;
	readonly commit: string;
	/** The tree of the commit. */
	readonly root: GitTree;
}

/**
 * Where the link at a path leads. Undefined if that cannot be read now. `above` has the ids of the folders in which the link is, also
 * through other links.
 */
export async function readLink(
	{ objects, commit, root }: CommitTree,
	path: string,
	id: string,
	above: readonly string[],
): Promise<SymlinkTarget | undefined> {
	let target: string | undefined;
	try {
		const blob = await objects.blob(id, { location: { commit, path }, most: maxTargetBytes });
		if (blob?.kind !== 'bytes') return undefined;
		target = new TextDecoder().decode(blob.bytes);
		const found = await findEntry(objects, root, path, { commit });
		if (found.kind === 'missing') return { target, leadsTo: 'nothing' };
		if (found.kind === 'bad-link') return { target, leadsTo: 'outside' };
		if (found.kind === 'entry' && found.entry.kind === 'submodule') return { target, leadsTo: 'submodule' };
		if (found.kind === 'entry' && found.entry.kind !== 'directory') return { target, leadsTo: 'file' };
		const treeId = found.kind === 'root' ? root.id : found.entry.id;
		const isAbove = above.includes(treeId);
		return isAbove ? { target, leadsTo: 'folder-above' } : { target, leadsTo: 'folder', treeId };
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		// Most links lead to files.
		return target === undefined ? undefined : { target, leadsTo: 'file' };
	}
}
