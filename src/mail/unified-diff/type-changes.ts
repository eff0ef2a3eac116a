import type { FileDiff } from './file-diff.ts';

const typeOf = (mode: string | undefined): string | undefined => mode?.slice(0, -4);

/** Joins the deletion of a file and its addition as another type, such as a symbolic link, which is how git writes such a change. */
export function joinTypeChanges(files: readonly FileDiff[]): readonly FileDiff[] {
	const joined: FileDiff[] = [];
	for (const file of files) {
		const before = joined.at(-1);
		if (before && isTypeChange(before, file)) joined[joined.length - 1] = join(before, file);
		else joined.push(file);
	}
	return joined;
}

const isTypeChange = (deleted: FileDiff, added: FileDiff): boolean =>
	deleted.status === 'D' &&
	added.status === 'A' &&
	deleted.old === added.new &&
	deleted.oldMode !== undefined &&
	typeOf(deleted.oldMode) !== typeOf(added.newMode);

const join = (deleted: FileDiff, added: FileDiff): FileDiff => ({
	...deleted,
	status: 'T',
	new: added.new,
	newMode: added.newMode,
	newId: added.newId,
	additions: deleted.additions + added.additions,
	deletions: deleted.deletions + added.deletions,
	binary: deleted.binary ?? added.binary,
	blocks: [...deleted.blocks, ...added.blocks],
	hunks: [...deleted.hunks, ...added.hunks],
	end: added.end,
});
