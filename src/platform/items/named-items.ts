import type { Account } from '../../signin/connections/connection.ts';
import type { ItemQuestion } from '../editor/boxes/ask-for-item.ts';
import type { ItemName } from '../model/item-name.ts';
import { readItemName } from '../model/open-name.ts';
import type { ShowRow } from '../view/tree/show-row.ts';
import { type ItemKey, type ItemKind, itemRowId } from './item-kind.ts';

/** Asks for an item that the user names, on the forge of an account. */
export const questionOf = <Opened extends Account, Key extends ItemKey, Answer>(
	{ area, nouns, icon, list, itemsOf }: ItemKind<Opened, Key>,
	account: Opened,
	act: ItemQuestion<Answer>['act'],
): ItemQuestion<Answer> => ({
	nouns,
	icon,
	read: (input) => readItemName(area, input, account.instance[area]),
	list: async (owner, signal) =>
		(await list(account, owner, signal)).map(({ name, description, note }) => {
			const item = { owner, name };
			const items = itemsOf(account);
			const relations = [items.subscription(item) && 'subscribed', items.relationOf(item)];
			return { name, description, note: [note, ...relations].filter(Boolean).join(' · ') };
		}),
	act,
});

/** Pins an item that the account may see, and shows its row. Nothing is left to show then. */
export async function pinItem<Opened extends Account, Key extends ItemKey>(
	{ read, itemsOf }: ItemKind<Opened, Key>,
	showRow: ShowRow,
	account: Opened,
	item: ItemName,
	signal: AbortSignal,
): Promise<() => void> {
	const found = await read(account, item, { signal });
	const name = { owner: found?.owner?.canonical_name ?? item.owner, name: found?.name ?? item.name };
	await itemsOf(account).pin(name);
	await showRow(itemRowId(account.session.id, name), signal);
	return () => {};
}
