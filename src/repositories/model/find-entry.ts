import { append } from '../../base/collections.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { GitTree, GitTreeEntry, Objects, ReadBlob } from '../../platform/git/objects.ts';
import { splitPath, splitTarget } from './paths.ts';

/** What is at a path of a commit. `path` is where it really is, after following symbolic links. */
export type FoundEntry =
	| { readonly kind: 'root'; readonly tree: GitTree }
	| { readonly kind: 'entry'; readonly path: string; readonly entry: GitTreeEntry }
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
const maxLinks = 40;
/** More names than paths have. The targets of links can have many more. */
const maxNames = 2000;
/** On Linux no path is as long as this, so a longer target leads nowhere. */
export const maxTargetBytes = 4096;
/** The most symbolic links of a folder that are read to list it, each with a request. Some folders have thousands. */
export const maxTargetsRead = 100;

/**
 * Finds what is at a path below a tree, as an operating system does in a checkout: `..` in the target of a link leads to the parent of the
 * folder that the names before it have led to. No path and no link leads out of the tree.
 */
export async function findEntry(
	objects: Objects,
	root: GitTree,
	path: string,
	{ signal, commit, followLast = true }: FindOptions = {},
): Promise<FoundEntry> {
	const options = signal && { signal };
	/** The names to follow, the next one last. */
	const names = splitPath(path)?.toReversed();
	if (!names) return { kind: 'missing' };
	/** What was found below the root: folders and, at the end, perhaps something else. */
	const found: GitTreeEntry[] = [];
	const pathTo = (...below: readonly GitTreeEntry[]) =>
		[...found, ...below].map(({ name }) => name).join('/');
	/** The links that were followed. */
	const links: { readonly path: string; readonly target: string }[] = [];
	/** The path leads out of the repository or in circles, because of the last link if there was one. */
	const leadsOut = (): FoundEntry => {
		const link = links.at(-1);
		return link ? { kind: 'bad-link', ...link } : { kind: 'missing' };
	};
	for (let steps = 0; ; steps++) {
		const last = found.at(-1);
		const name = names.pop();
		if (name === undefined)
			return last ? { kind: 'entry', path: pathTo(), entry: last } : { kind: 'root', tree: root };
		if (last && last.kind !== 'directory') return { kind: 'missing' };
		if (steps >= maxNames || (name === '..' && !last)) return leadsOut();
		if (name === '..') found.pop();
		if (['', '.', '..'].includes(name)) continue;
		const tree = last ? await objects.tree(last.id, options) : root;
		const entry = tree?.entries.find((one) => one.name === name);
		// A folder that contains itself would have no end.
		const above = [root.id, ...found.map(({ id }) => id)];
		if (!entry || (entry.kind === 'directory' && above.includes(entry.id))) return { kind: 'missing' };
		if (entry.kind !== 'symlink' || (!followLast && names.length === 0)) {
			found.push(entry);
			continue;
		}
		const linkPath = pathTo(entry);
		const location = commit === undefined ? {} : { location: { commit, path: linkPath } };
		const target = await readTarget(objects, entry, linkPath, { ...location, ...options });
		const targetNames = splitTarget(target);
		links.push({ path: linkPath, target });
		if (!targetNames || links.length > maxLinks) return leadsOut();
		append(names, targetNames.toReversed());
	}
}

/** The target of a symbolic link. Empty if it is too long to lead anywhere. */
async function readTarget(
	objects: Objects,
	{ id }: GitTreeEntry,
	path: string,
	options: Omit<ReadBlob, 'most'>,
): Promise<string> {
	const blob = await objects.blob(id, { ...options, most: maxTargetBytes });
	if (!blob) throw new ForgeError('missing', `The target of the symbolic link ${path} could not be found.`);
	return blob.kind === 'bytes' ? new TextDecoder().decode(blob.bytes) : '';
}
