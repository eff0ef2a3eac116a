import type { ItemName } from '../../../platform/model/item-name.ts';
import type { ListKey } from '../../../platform/model/keys.ts';
import { nameByList, prefixNames } from '../../model/project-names.ts';

/** What is known to belong to a mailing list. */
interface KnownParts {
	/** What a project of the workspace says. Its owner may be another one. */
	readonly ofWorkspace?: ItemName | undefined;
	/** What the hub of the forge says. Empty if it says nothing. */
	readonly ofHub?: readonly ItemName[];
}

/**
 * The repository or tracker of a mailing list: the one that a project of the workspace names. Without such a project, the names are tried that
 * patches suggest, and then the one that the list suggests. The first item counts that has such a name and that either belongs to the list at
 * the hub, or belongs to the list's owner and exists. Undefined if there is none, or if that is not known.
 */
export async function partOfList(
	{ owner, list }: ListKey,
	{ ofWorkspace, ofHub = [] }: KnownParts,
	/** The words in the brackets of a patch, without those such as RFC. */
	prefix: string,
	/** Whether the account sees such an item; undefined if that is not known. */
	exists: (item: ItemName) => Promise<boolean | undefined>,
): Promise<ItemName | undefined> {
	if (ofWorkspace) return { owner: ofWorkspace.owner, name: ofWorkspace.name };
	const inHub = (name: string | undefined) => ofHub.find((item) => item.name === name);
	for (const name of prefixNames(prefix)) {
		const known = inHub(name);
		if (known) return known;
		const isThere = await exists({ owner, name });
		if (isThere) return { owner, name };
		// As long as this item may exist, a less likely one is not taken.
		if (isThere === undefined) return undefined;
	}
	const name = nameByList(list);
	if (ofHub.length > 0) return ofHub.length === 1 ? ofHub[0] : inHub(name);
	if (name === undefined) return undefined;
	return (await exists({ owner, name })) ? { owner, name } : undefined;
}
