import { idOfList, type ListKey } from '../../../platform/model/keys.ts';
import { type Ownership, ownershipOf } from '../../../platform/model/ownership.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import { placeItems } from '../../../platform/view/item-account.ts';
import { type PickerItem, pickerItems } from '../../../platform/view/picker-items.ts';
import { listsArea } from '../../model/list-kind.ts';
import type { ListAccount } from '../../state/mailing-lists.ts';

/** The known mailing lists of an account, only own or only pinned ones if asked for: its own first. */
const listsOf = (
	{ session, lists }: Pick<ListAccount, 'session' | 'lists'>,
	ownership?: Ownership,
): readonly ListKey[] =>
	(ownership === 'pinned' ? lists.pins.all : lists.names)
		.filter(({ owner }) => ownership === undefined || ownershipOf(owner, session.account) === ownership)
		.map(({ owner, name }) => ({ account: session.id, owner, list: name }));

/** Where a picker finds mailing lists. */
export interface ListSource {
	readonly accounts: readonly ListAccount[];
	/** The mailing lists of the workspace's projects. */
	readonly project?: ProjectItems | undefined;
}

/** The known mailing lists of all accounts, those of the workspace's projects first. */
export async function listChoices(
	{ accounts, project }: ListSource,
	ownership?: Ownership,
): Promise<readonly PickerItem<ListKey>[]> {
	const placed = await placeItems(project, accounts, listsArea, ({ account, owner, name }) =>
		account.connection.lists?.list({ owner, list: name }),
	);
	const known = accounts.flatMap((account) => listsOf(account, ownership));
	const names = new Set(known.map(idOfList));
	const inProject = placed
		.map(({ account, owner, name }) => ({ account: account.session.id, owner, list: name }))
		.filter((key) => ownership === undefined || names.has(idOfList(key)));
	return pickerItems({ known, inProject, spell: idOfList });
}
