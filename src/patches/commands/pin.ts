import { listAll } from '../../forge/client/pages.ts';
import { askForItem } from '../../platform/editor/boxes/ask-for-item.ts';
import { pickAccount } from '../../platform/editor/boxes/pick-account.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import type { Pin } from '../../platform/state/pins.ts';
import { itemRowId } from '../../platform/view/account-items-view.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import { readListName } from '../model/list-name.ts';
import type { ListAccount, MailingLists } from '../state/mailing-lists.ts';

/** Asks for a user and lets the user choose one of their mailing lists, or takes a list that is named in full. */
export async function askForList(
	lists: Pick<MailingLists, 'accounts'>,
	title: string,
	act: (account: ListAccount, list: Pin, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const account = await pickAccount(lists.accounts, title);
	if (!account) return;
	await askForItem({
		title,
		itemsName: 'mailing lists',
		icon: 'mail',
		instance: account.instance.name,
		read: (input) => readListName(input, account.instance.lists),
		list: async (owner, signal) =>
			(await listAll(account.client.lists({ owner }, { signal }))).map(({ name, description }) => ({
				name,
				description,
				note: describeRelation(account, { owner, name }),
			})),
		act: (list, signal) => act(account, list, signal),
	});
}

function describeRelation({ lists }: ListAccount, list: Pin): string {
	const facts = [lists.subscription(list) && 'subscribed', lists.relationOf(list)];
	return facts.filter(Boolean).join(' · ');
}

/** Pins a list that the user chooses. Then shows its row. */
export async function pinList(lists: MailingLists, showRow: ShowRow): Promise<void> {
	await askForList(lists, 'Pin Mailing List', async (account, { owner, name }, signal) => {
		// Checks that it exists.
		const found = await account.client.list({ owner, list: name }, { signal });
		const pin = { owner: found.owner.canonical_name, name: found.name };
		await account.lists.pin(pin);
		await showRow(itemRowId(account.session.id, pin), signal);
	});
}

export async function unpinList(lists: MailingLists, { account, owner, list }: ListKey): Promise<void> {
	await lists.of(account)?.lists.pins.unpin({ owner, name: list });
}
