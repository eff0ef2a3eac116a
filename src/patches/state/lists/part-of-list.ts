import type { ItemName } from '../../../platform/model/item-name.ts';
import type { ListKey } from '../../../platform/model/keys.ts';
import { projectNames } from '../../model/project-names.ts';

/**
 * The repository or tracker of a mailing list: the one that a project of the workspace names, or else the first one of the list's owner that
 * exists and has a name that patches or the list suggest. Undefined if there is none, or if that is not known.
 */
export async function partOfList(
	{ owner, list }: ListKey,
	/** What a project of the workspace says. Its owner may be another one. */
	ofProject: ItemName | undefined,
	/** The words in the brackets of a patch, without those such as RFC. */
	prefix: string,
	/** Whether the account sees such an item; undefined if that is not known. */
	exists: (item: ItemName) => Promise<boolean | undefined>,
): Promise<ItemName | undefined> {
	if (ofProject) return { owner: ofProject.owner, name: ofProject.name };
	for (const name of projectNames(list, prefix)) {
		const isThere = await exists({ owner, name });
		if (isThere !== false) return isThere && { owner, name };
	}
	return undefined;
}
