import { listAll } from '../../forge/client/pages.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import type { SubscribedItem } from '../../platform/state/account-items.ts';
import { subscribedItem } from './lists/account-lists.ts';
import type { ListAccount } from './mailing-lists.ts';

/** Subscribes an account to a list. The forge then sends it the mails of the list. */
export async function subscribe(
	{ client, lists }: ListAccount,
	{ owner, name }: ItemName,
): Promise<SubscribedItem> {
	const subscription = subscribedItem(await client.subscribe({}, { list: `${owner}/${name}` }));
	await lists.subscribed?.change((known) => [
		...known.filter(({ id }) => id !== subscription.id),
		subscription,
	]);
	return subscription;
}

/** Ends the subscription of an account. Reads the subscriptions again: another program may have changed them since. */
export async function unsubscribe({ client, lists }: ListAccount, { owner, name }: ItemName): Promise<void> {
	const all = (await listAll(client.subscriptions({}))).map(subscribedItem);
	const found = all.find((one) => one.owner === owner && one.name === name);
	try {
		if (found) await client.unsubscribe({ subscription: found.id });
	} catch (error) {
		const isEnded = error instanceof ForgeError && error.kind === 'missing';
		if (!isEnded) throw error;
	}
	lists.subscribed?.put(all.filter((one) => one !== found));
}
