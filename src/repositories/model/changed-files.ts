import { type FileVersion, isLinkOrSubmodule, type TreeChange } from './changes.ts';
import type { FileAddress } from './file-address.ts';

interface ComparedCommits {
	readonly instance: string;
	readonly owner: string;
	readonly repository: string;
	/** The id of the older commit. Undefined if there is none, as before the first commit. */
	readonly before: string | undefined;
	/** The id of the newer commit. */
	readonly after: string;
}

/** A changed file, with the addresses of its two versions. A version that does not exist is undefined. */
interface ChangedFile {
	/** The version that names the file: the newer one, or the older one if the file was deleted. */
	readonly newest: FileAddress;
	readonly left: FileAddress | undefined;
	readonly right: FileAddress | undefined;
}

export function changedFiles(
	changes: readonly TreeChange[],
	{ before, after, ...repository }: ComparedCommits,
): readonly ChangedFile[] {
	const address = (
		commit: string | undefined,
		path: string,
		version: FileVersion,
	): FileAddress | undefined =>
		commit === undefined
			? undefined
			: {
					...repository,
					revision: { kind: 'commit', id: commit },
					path,
					...(isLinkOrSubmodule(version.kind) && { form: 'raw' }),
				};
	return changes.flatMap((change) => {
		const from = change.kind === 'renamed' ? change.from : change.path;
		const left = change.kind === 'added' ? undefined : address(before, from, change.before);
		const right = change.kind === 'deleted' ? undefined : address(after, change.path, change.after);
		const newest = right ?? left;
		return newest ? [{ newest, left, right }] : [];
	});
}
