import { pickItem } from '../../platform/editor/boxes/pick-item.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import type { Ownership } from '../../platform/model/ownership.ts';
import { offerDescription } from '../../platform/view/picker-items.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import { type ListSource, listChoices } from './find/list-choices.ts';

const kind = {
	itemName: 'mailing list',
	itemsName: 'mailing lists',
	icon: 'mail',
	nameOf: listRef,
	none: {
		any: 'You have no mailing lists yet. Create, pin or subscribe to one first.',
		own: 'You have no mailing lists of your own.',
		pinned: 'You have no pinned mailing lists.',
	},
	ownOf: ({ lists }: ListAccount) => lists.own,
};

export interface PickListOptions {
	readonly title: string;
	readonly ownership?: Ownership | undefined;
}

/** Asks for the mailing list of a command; undefined if the user cancels, or is told that there is none. */
export const pickList = (
	{ accounts, project }: ListSource,
	{ title, ownership }: PickListOptions,
): Promise<ListKey | undefined> =>
	pickItem<ListAccount, ListKey>(kind, {
		accounts,
		title,
		ownership,
		offer: async () =>
			(await listChoices({ accounts, project }, ownership)).map(({ key, isInProject }) => {
				const instance = accounts.find(({ session }) => session.id === key.account)?.instance.name ?? '';
				return { key, description: offerDescription(instance, isInProject) };
			}),
	});

/** Asks for one of the lists that the accounts subscribe to. */
export const pickSubscribedList = (
	accounts: readonly ListAccount[],
	title: string,
): Promise<ListKey | undefined> =>
	pickItem<ListAccount, ListKey>(
		{
			...kind,
			none: { ...kind.none, any: "You aren't subscribed to any mailing lists." },
			ownOf: ({ lists }) => lists.subscribed ?? lists.own,
		},
		{
			accounts,
			title,
			offer: async () =>
				accounts.flatMap(({ session, instance, lists }) =>
					(lists.subscribed?.value ?? []).map(({ owner, name }) => ({
						key: { account: session.id, owner, list: name },
						description: instance.name,
					})),
				),
		},
	);
