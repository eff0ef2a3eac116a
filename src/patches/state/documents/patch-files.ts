import { readDate } from '../../../mail/message/mail-date.ts';
import type { Patch } from '../../../mail/patch/patch.ts';
import { type FindBlob, findInAny } from '../../../platform/git/find-blob.ts';
import type { ListKey, RepositoryKey } from '../../../platform/model/keys.ts';
import type { PartsOfLists } from '../lists/parts-of-lists.ts';

export interface PatchFilesOptions {
	/** Finds files in local clones. */
	readonly local: FindBlob;
	/** Finds the repository of a list. */
	readonly findPart: PartsOfLists['find'];
	/** Finds files in a repository on the forge. `madeAt` is when the patch was made. */
	readonly remote: (repository: RepositoryKey, madeAt: number | undefined) => FindBlob;
}

/** VS Code waits for diff editors, which wait two seconds in all. */
const hubWaitMs = 1000;

/** Finds the files that patches of lists change: in local clones, and else in the repository of the list on the forge. */
export const patchFiles =
	({ local, findPart, remote }: PatchFilesOptions) =>
	(list: ListKey, { subject, authorDate }: Patch): FindBlob =>
		findInAny(local, async (abbreviated, options) => {
			const found = await findPart('repository', list, subject.prefix, { ...options, hubWaitMs });
			const key = found && { account: list.account, owner: found.owner, repository: found.name };
			return key && remote(key, readDate(authorDate))(abbreviated, options);
		});
