import type { CommitData, RepositoryData, TreeData } from './documents.ts';
import type { EntryData } from './git/tree-id.ts';

// Each function makes what REST would have sent.

export const repositoryOf = (repository: RepositoryData): unknown => ({
	...repository,
	visibility: repository.visibility.toLowerCase(),
});

export const commitOf = ({ tree, parents, ...commit }: CommitData): unknown => ({
	...commit,
	timestamp: commit.author.time,
	tree: tree.id,
	parents: parents.map(({ id }) => id),
});

const entryTypes = new Map([
	[0o040000, 'tree'],
	[0o160000, 'commit'],
]);

export const treeOf = (
	{ id, short_id }: Omit<TreeData, 'entries'>,
	entries: readonly EntryData[],
	isComplete: boolean,
): unknown => ({
	id,
	short_id,
	entries: entries.map((entry) => ({ ...entry, type: entryTypes.get(entry.mode) ?? 'blob' })),
	is_complete: isComplete,
});
