import { fieldsOf } from '../document.ts';
import type { CommitData, RepositoryData, TreeData } from './documents.ts';
import type { EntryData } from './git/tree-id.ts';

// Each function makes what REST would have sent.

export const repositoryOf = (repository: RepositoryData): unknown => ({
	...fieldsOf(repository),
	visibility: repository.visibility.toLowerCase(),
});

export const commitOf = (commit: CommitData): unknown => ({
	...fieldsOf(commit),
	timestamp: commit.author.time,
	tree: commit.tree.id,
	parents: commit.parents.map(({ id }) => id),
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
	entries: entries.map((entry) => ({ ...fieldsOf(entry), type: entryTypes.get(entry.mode) ?? 'blob' })),
	is_complete: isComplete,
});
