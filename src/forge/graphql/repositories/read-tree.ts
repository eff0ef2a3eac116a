import type { GraphqlCall } from '../graphql-call.ts';
import { type RepositoryParams, repositoryResource } from '../named-resource.ts';
import { type ObjectData, type TreeData, treeAtPath, treeOfObject, treeOfRevision } from './documents.ts';
import { GitProtocol, type RepositoryForGit } from './git/ask-git.ts';
import { areAllEntries, type EntryData } from './git/tree-id.ts';
import { treeInGit } from './git/tree-in-git.ts';
import { treeOf } from './values.ts';

/** A page of a tree, and another way to read the tree. */
interface TreePage {
	readonly tree: TreeData;
	readonly git: GitProtocol;
}

/** Without a cursor, reads the first page. */
type ReadPage = (cursor: string | undefined) => Promise<TreePage>;

/**
 * Reads all entries of a tree. Servers lose entries at the boundaries of pages, so a tree of several pages is read in git's own protocol. Where
 * that is not possible, all pages are read, and the id of the tree tells whether an entry is missing. The answer of REST is always complete.
 */
async function readPages({ bounds }: GraphqlCall, readPage: ReadPage): Promise<unknown> {
	const { tree, git } = await readPage(undefined);
	let { results, next } = tree.entries;
	if (next === null) return treeOf(tree, results, true);
	const allEntries = await treeInGit(git, tree.id);
	if (allEntries) return treeOf(tree, allEntries, true);
	const entries = new Map<string, EntryData>();
	while (true) {
		const before = entries.size;
		for (const entry of results) entries.set(entry.name, entry);
		// Some pages repeat endlessly.
		if (next === null || entries.size === before) break;
		bounds.addRows(entries.size - before);
		({ results, next } = (await readPage(next)).tree.entries);
	}
	const found = [...entries.values()];
	return treeOf(tree, found, areAllEntries(tree.id, found));
}

const isId = (revision: string) => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(revision);

const treeIn = (object: ObjectData | null | undefined): TreeData | undefined => {
	if (!object) return undefined;
	const { id, short_id, entries } = object;
	if (id !== undefined && short_id !== undefined && entries) return { id, short_id, entries };
	return object.tree ?? treeIn(object.target);
};

/** The tree of a branch, a tag, a commit or a tree. */
export function readTreeOf(call: GraphqlCall, params: RepositoryParams, revision: string): Promise<unknown> {
	const page = pageIn(call);
	return readPages(call, (cursor) =>
		isId(revision)
			? repositoryResource.ask(call, params, treeOfObject, { id: revision, cursor }, (repository) =>
					page(repository, treeIn(repository.objects[0])),
				)
			: repositoryResource.ask(call, params, treeOfRevision, { revision, cursor }, (repository) =>
					page(repository, repository.commit?.tree),
				),
	);
}

/** The tree of a folder. */
export function readTreeAt(
	call: GraphqlCall,
	params: RepositoryParams,
	revision: string,
	path: string,
): Promise<unknown> {
	const page = pageIn(call);
	return readPages(call, (cursor) =>
		repositoryResource.ask(call, params, treeAtPath, { revision, path, cursor }, (repository) =>
			page(repository, treeIn(repository.path?.object)),
		),
	);
}

const pageIn =
	(call: GraphqlCall) =>
	(repository: RepositoryForGit, tree: TreeData | undefined): TreePage | undefined =>
		tree && { tree, git: new GitProtocol(call, repository) };
