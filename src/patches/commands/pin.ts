import { listAll } from '../../forge/pages.ts';
import { askForItem } from '../../platform/editor/ask-for-item.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { pickAccount } from '../../platform/editor/pick-account.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import type { Pin } from '../../platform/state/pins.ts';
import { readListName } from '../model/list-name.ts';
import type { ListAccount, MailingLists } from '../state/mailing-lists.ts';

/** Asks for a user and lets the user choose one of their mailing lists, or takes a list that is named in full. */
export async function askForList(
	lists: Pick<MailingLists, 'accounts'>,
	title: string,
	act: (account: ListAccount, list: Pin) => Promise<void>,
): Promise<void> {
	const account = await pickAccount(lists.accounts, title);
	if (!account) return;
	await askForItem({
		...{ title, itemName: 'mailing list', itemsName: 'mailing lists', instance: account.instance.name },
		read: (input) => readListName(input, account.instance.lists),
		list: (owner) => listLists(account, owner),
		act: (list) => act(account, list),
	});
}

const listLists = async ({ client }: ListAccount, owner: string) =>
	(await listAll(client.lists({ owner }))).map(({ name, description }) => ({
		label: `$(mail) ${escapeIcons(name)}`,
		detail: escapeIcons(visible(description.trim().split('\n')[0] ?? '')),
		name,
	}));

export const pinList = (lists: MailingLists): Promise<void> =>
	askForList(lists, 'Pin Mailing List', async (account, { owner, name }) => {
		// Checks that it exists.
		const found = await account.client.list({ owner, list: name });
		await account.lists.pins.pin({ owner: found.owner.canonical_name, name: found.name });
	});

export async function unpinList(lists: MailingLists, { account, owner, list }: ListKey): Promise<void> {
	await lists.of(account)?.lists.pins.unpin({ owner, name: list });
}
