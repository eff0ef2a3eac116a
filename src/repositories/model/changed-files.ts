import { type Change, type FileVersion, isRaw } from './changes.ts';
import type { FileAddress } from './file-address.ts';

interface Sides {
	readonly instance: string;
	readonly owner: string;
	readonly repository: string;
	/** The ids of the commits. */
	readonly before: string | undefined;
	readonly after: string;
}

/** A changed file, with the addresses of its two versions; undefined for one that does not exist. */
export interface ChangedFile {
	/** The newest version that exists, which names the file. */
	readonly at: FileAddress;
	readonly left: FileAddress | undefined;
	readonly right: FileAddress | undefined;
}

export function changedFiles(
	changes: readonly Change[],
	{ before, after, ...base }: Sides,
): readonly ChangedFile[] {
	const address = (
		commit: string | undefined,
		path: string,
		version: FileVersion,
	): FileAddress | undefined =>
		commit === undefined
			? undefined
			: {
					...base,
					...{ revision: { kind: 'commit', id: commit }, path },
					...(isRaw(version.kind) && { form: 'raw' }),
				};
	return changes.flatMap((change) => {
		const from = change.kind === 'renamed' ? change.from : change.path;
		const left = change.kind === 'added' ? undefined : address(before, from, change.before);
		const right = change.kind === 'deleted' ? undefined : address(after, change.path, change.after);
		const at = right ?? left;
		return at ? [{ at, left, right }] : [];
	});
}
