import type { ListKey } from '../../platform/model/keys.ts';
import type { Pin } from '../../platform/state/pins.ts';
import { projectNames } from '../model/project-names.ts';

interface PartOfListOptions {
	/** What a project of the workspace says. Its owner may be another one. */
	readonly ofProject: Pin | undefined;
	/** The words in brackets of patches, without those such as RFC. */
	readonly prefixes: readonly string[];
	/** Whether the account sees such an item. */
	readonly exists: (item: Pin) => Promise<boolean>;
}

/**
 * The repository or tracker of a mailing list: the one that a project of the workspace names, or else the first one of the list's owner that
 * exists and has a name that patches or the list suggest. Rejects if that cannot be found out now.
 */
export async function partOfList(
	{ owner, list }: Pick<ListKey, 'owner' | 'list'>,
	{ ofProject, prefixes, exists }: PartOfListOptions,
): Promise<Pin | undefined> {
	if (ofProject) return { owner: ofProject.owner, name: ofProject.name };
	for (const name of projectNames(list, prefixes)) if (await exists({ owner, name })) return { owner, name };
	return undefined;
}
