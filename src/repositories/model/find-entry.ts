import { ForgeError } from '../../forge/errors.ts';
import type { Objects, Tree, TreeEntry } from '../../platform/git/objects.ts';
import { joinPath, resolveLink, splitPath } from './paths.ts';

/** What is at a path of a commit. `path` is where it really is, after following symbolic links. */
export type FoundEntry =
	| { readonly kind: 'root'; readonly tree: Tree }
	| { readonly kind: 'entry'; readonly path: string; readonly entry: TreeEntry }
	| { readonly kind: 'missing' }
	/** A symbolic link that leads out of the repository, or in circles. */
	| { readonly kind: 'bad-link'; readonly path: string; readonly target: string };

export interface FindOptions {
	readonly signal?: AbortSignal | undefined;
	/** The commit that has the tree. Some servers find blobs only by commit and path. */
	readonly commit?: string | undefined;
	/** Whether to follow a link at the end of the path. Links in the middle are always followed. */
	readonly followLast?: boolean;
}

/** As many links as Linux follows. */
const mostLinks = 40;
/** On Linux no path is as long as this, so a longer target leads nowhere. */
export const mostTargetBytes = 4096;
/** The most symbolic links of a folder that are read to list it, each with a request. Some folders have thousands. */
export const mostTargetsRead = 100;

/** Finds what is at a path below a tree. No path and no link leads out of it. */
export async function findEntry(
	objects: Objects,
	root: Tree,
	path: string,
	{ signal, commit, followLast = true }: FindOptions = {},
): Promise<FoundEntry> {
	const options = signal && { signal };
	let names = splitPath(path);
	if (!names) return { kind: 'missing' };
	for (let links = 0; ; links++) {
		let tree = root;
		let at = '';
		let last: TreeEntry | undefined;
		const above = new Set([root.id]);
		let link: { readonly entry: TreeEntry; readonly rest: readonly string[] } | undefined;
		for (const [index, name] of names.entries()) {
			if (last) {
				const below = last.kind === 'directory' ? await objects.tree(last.id, options) : undefined;
				if (!below) return { kind: 'missing' };
				above.add(below.id);
				tree = below;
			}
			last = tree.entries.find((entry) => entry.name === name);
			// A folder that contains itself would have no end.
			if (!last || (last.kind === 'directory' && above.has(last.id))) return { kind: 'missing' };
			at = joinPath(at, name);
			const rest = names.slice(index + 1);
			if (last.kind === 'symlink' && (followLast || rest.length > 0)) {
				link = { entry: last, rest };
				break;
			}
		}
		if (!last) return { kind: 'root', tree: root };
		if (!link) return { kind: 'entry', path: at, entry: last };
		const location = commit === undefined ? {} : { location: { commit, path: at } };
		const blob = await objects.blob(link.entry.id, { ...location, most: mostTargetBytes, ...options });
		if (!blob) throw new ForgeError('missing', `The target of the symbolic link ${at} could not be found.`);
		const target = blob.kind === 'bytes' ? new TextDecoder().decode(blob.bytes) : '';
		const resolved = links < mostLinks ? resolveLink(at, target) : undefined;
		if (resolved === undefined) return { kind: 'bad-link', path: at, target };
		names = [...resolved.split('/').filter(Boolean), ...link.rest];
	}
}

/** Whether there is a folder at a path below a tree, or a symbolic link to one. */
export async function isFolderAt(...path: Parameters<typeof findEntry>): Promise<boolean> {
	const found = await findEntry(...path);
	return found.kind === 'root' || (found.kind === 'entry' && found.entry.kind === 'directory');
}
