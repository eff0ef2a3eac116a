import { type Document, ownerQuery, type PageData } from '../document.ts';
import { type ListedResource, type ResourceQuery, repositoryResource } from '../named-resource.ts';
import type { RepositoryForGit } from './git/ask-git.ts';
import type { ReferenceData } from './git/references-in-git.ts';
import type { EntryData } from './git/tree-id.ts';

export interface RepositoryData extends ListedResource {
	readonly visibility: string;
}

interface SignerData {
	readonly name: string;
	readonly email: string;
	readonly time: string;
}

export interface CommitData {
	readonly id: string;
	readonly author: SignerData;
	readonly tree: { readonly id: string };
	readonly parents: readonly { readonly id: string }[];
}

export interface TreeData {
	readonly id: string;
	readonly short_id: string;
	readonly entries: PageData<EntryData>;
}

/** An object by its id. A commit or tag leads to its tree. */
export interface ObjectData extends Partial<TreeData> {
	readonly tree?: TreeData;
	readonly target?: ObjectData;
}

// Fields have the names of the contract, so that most of an answer is already what REST would have sent.
export const repository = `fragment repository on Repository {
	id created updated name description visibility owner { canonical_name: canonicalName }
}`;
export const commit = `fragment commit on Commit {
	id short_id: shortId author { name email time } committer { name email } message tree { id } parents { id }
}`;
// Does not ask for the objects of the entries: a submodule has none, and its failure would remove the whole list.
const tree = `fragment tree on Tree { id short_id: shortId entries(cursor: $cursor) { results { name id mode } next: cursor } }`;

/** A query that also asks for what git's own protocol needs to find the repository. */
const clonedQuery = <Data>(
	variables: string,
	selection: string,
	fragments?: string,
): ResourceQuery<RepositoryForGit & Data> =>
	repositoryResource.query(
		variables,
		`name visibility owner { canonical_name: canonicalName } ${selection}`,
		fragments,
	);

export const user = ownerQuery<{ readonly canonical_name: string }>(
	'',
	'canonical_name: canonicalName name: username email url location bio',
);

export const repositories = ownerQuery<{ readonly repositories: PageData<RepositoryData> }>(
	'$cursor: Cursor',
	'repositories(cursor: $cursor, filter: { count: 100 }) { results { ...repository } next: cursor }',
	repository,
);

export const oneRepository = repositoryResource.query<RepositoryData>('', '...repository', repository);

export interface ReferencesData {
	readonly references: PageData<ReferenceData>;
	/** The default branch; null if that does not exist. */
	readonly HEAD: { readonly name: string } | null;
}

const referencesSelection = (cursor: string) =>
	`references${cursor} { results { name target } next: cursor } HEAD { name }`;
export const referencesPage = referencesSelection('');

export const references = clonedQuery<ReferencesData>(
	'$cursor: Cursor',
	referencesSelection('(cursor: $cursor)'),
);

const logSelection = (from: string) => `log${from} { results { ...commit } next: cursor }`;
export const logPage = logSelection('');

/** Without `$from`, the log of the default branch. */
export const log = repositoryResource.query<{ readonly log: PageData<CommitData> }>(
	'$from: String',
	logSelection('(from: $from)'),
	commit,
);

/** The tree of a revision that is not an id. */
export const treeOfRevision = clonedQuery<{
	readonly commit: { readonly tree: TreeData } | null;
}>(
	'$revision: String!, $cursor: Cursor',
	'commit: revparse_single(revspec: $revision) { tree { ...tree } }',
	tree,
);

export const treeOfObject = clonedQuery<{ readonly objects: readonly (ObjectData | null)[] }>(
	'$id: String!, $cursor: Cursor',
	'objects(ids: [$id]) { ...tree ... on Commit { tree { ...tree } } ... on Tag { target { ... on Commit { tree { ...tree } } } } }',
	tree,
);

export const treeAtPath = clonedQuery<{ readonly path: { readonly object: TreeData } | null }>(
	'$revision: String!, $path: String!, $cursor: Cursor',
	'path(revspec: $revision, path: $path) { object { ...tree } }',
	tree,
);

export const blobAtPath = repositoryResource.query<{ readonly path: { readonly id: string } | null }>(
	'$revision: String!, $path: String!',
	'path(revspec: $revision, path: $path) { id }',
);

export const createRepository: Document<{ readonly created: RepositoryData | null }> =
	`mutation ($name: String!, $visibility: Visibility!, $description: String) {
		created: createRepository(name: $name, visibility: $visibility, description: $description) { ...repository }
	} ${repository}`;

export const updateRepository: Document<{ readonly updated: RepositoryData | null }> =
	`mutation ($id: Int!, $input: RepoInput!) { updated: updateRepository(id: $id, input: $input) { ...repository } } ${repository}`;

export const deleteRepository: Document<{ readonly deleted: { readonly id: number } | null }> =
	'mutation ($id: Int!) { deleted: deleteRepository(id: $id) { id } }';
