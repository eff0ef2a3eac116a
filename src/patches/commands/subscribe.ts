import { showInStatusBar } from '../../platform/editor/messages.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import type { Pin } from '../../platform/state/pins.ts';
import type { ListAccount, MailingLists } from '../state/mailing-lists.ts';
import { subscribe, unsubscribe } from '../state/subscribe.ts';
import { askForList } from './pin.ts';

/** Subscribes to a list or, without one, to one that the user names. */
export async function subscribeToList(lists: MailingLists, key: ListKey | undefined): Promise<void> {
	const act = async (account: ListAccount, list: Pin) => {
		const { owner, name } = await subscribe(account, list);
		showInStatusBar(`Subscribed to ${owner}/${name}`);
	};
	const account = key && lists.of(key.account);
	if (!key) await askForList(lists, 'Subscribe to Mailing List', act);
	else if (account) await act(account, { owner: key.owner, name: key.list });
}

export async function unsubscribeFromList(lists: MailingLists, key: ListKey): Promise<void> {
	const account = lists.of(key.account);
	if (!account) return;
	await unsubscribe(account, { owner: key.owner, name: key.list });
	showInStatusBar(`Unsubscribed from ${listRef(key)}`);
}
