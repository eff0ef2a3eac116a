import type { Objects, Tree, TreeEntry } from '../../platform/git/objects.ts';
import { linkTarget } from '../model/link-target.ts';

/** What is at a path of a tree. */
export type FoundEntry = (
	| { readonly kind: 'directory'; readonly tree: Tree }
	| { readonly kind: 'file'; readonly entry: TreeEntry }
	/** The commit `entry.id` is in another repository. */
	| { readonly kind: 'submodule'; readonly entry: TreeEntry }
	/** A symbolic link that leads out of the tree, to nothing or in a circle. */
	| { readonly kind: 'broken-link'; readonly target: string }
) & {
	/** Whether the path itself is a symbolic link. */
	readonly isLink: boolean;
	/** Where it is in the tree, without symbolic links. */
	readonly path: string;
};

interface FindOptions {
	readonly objects: Objects;
	readonly commit: string;
	readonly signal?: AbortSignal | undefined;
}

/** As many as git and Linux follow. */
const mostLinks = 40;
/** The longest path that operating systems allow. */
const longestTarget = 4096;

/**
 * Finds what is at a path in the tree of a commit, through symbolic links as in a folder on disk. Undefined if there is nothing, or if the
 * source does not have the objects.
 */
export async function findEntry(options: FindOptions, path: string): Promise<FoundEntry | undefined> {
	const { objects, commit, signal } = options;
	const read = signal ? { signal } : {};
	const root = await objects.rootTree(commit, read);
	if (!root) return undefined;
	let wanted = path;
	let isLink = false;
	for (let links = 0; ; links++) {
		let tree = root;
		let done = '';
		const segments = wanted === '' ? [] : wanted.split('/');
		let next: string | undefined;
		for (const [nth, name] of segments.entries()) {
			const entry = tree.entries.find((one) => one.name === name);
			if (!entry) return undefined;
			const here = done === '' ? name : `${done}/${name}`;
			const rest = segments.slice(nth + 1);
			if (entry.kind === 'symlink') {
				if (links === 0) isLink = rest.length === 0;
				const blob = await objects.blob(entry.id, {
					...read,
					place: { commit, path: here },
					most: longestTarget,
				});
				const target = blob?.kind === 'bytes' ? new TextDecoder().decode(blob.bytes) : '';
				const to = linkTarget(here, target);
				if (to === undefined || links === mostLinks)
					return { kind: 'broken-link', target, isLink, path: here };
				next = [to, ...rest].filter((part) => part !== '').join('/');
				break;
			}
			if (entry.kind !== 'directory') {
				if (rest.length > 0) return undefined;
				const kind = entry.kind === 'submodule' ? 'submodule' : 'file';
				return { kind, entry, isLink, path: here };
			}
			const below = await objects.tree(entry.id, read);
			if (!below) return undefined;
			tree = below;
			done = here;
		}
		if (next === undefined) return { kind: 'directory', tree, isLink, path: done };
		wanted = next;
	}
}
