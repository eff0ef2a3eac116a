import { showInStatusBar } from '../../platform/editor/messages.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { subscribe, unsubscribe } from '../state/list-subscription.ts';
import type { ListAccount, MailingLists } from '../state/mailing-lists.ts';

export async function subscribeToList(account: ListAccount, list: ItemName): Promise<void> {
	const { owner, name } = await subscribe(account, list);
	showInStatusBar(`Subscribed to ${owner}/${name}`);
}

export async function unsubscribeFromList(lists: MailingLists, key: ListKey): Promise<void> {
	const account = lists.of(key.account);
	if (!account) return;
	await unsubscribe(account, { owner: key.owner, name: key.list });
	showInStatusBar(`Unsubscribed from ${listRef(key)}`);
}
