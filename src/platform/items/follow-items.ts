import type { Disposable } from '../../base/disposable.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { AccountItems } from '../state/account-items.ts';

/**
 * Calls `changed` when an account's own items, its subscriptions, its pins, `marked` or the errors of its lists change, but not after a
 * refresh that finds nothing new. `describe` returns the part of an item that its row shows.
 */
export function followItems<Item extends { readonly name: string }, Cache extends Disposable>(
	items: AccountItems<Item, Cache>,
	lifetime: Lifetime,
	changed: () => void,
	describe: (item: Item) => unknown = (item) => item,
): void {
	const describeAll = () =>
		JSON.stringify([
			items.own.value?.map(describe),
			items.subscribed?.value,
			items.pins.all,
			items.marked,
			...items.lists.map(({ lastError }) => lastError?.message),
		]);
	let before = describeAll();
	lifetime.add(
		items.onDidChange(() => {
			const now = describeAll();
			if (now !== before) changed();
			before = now;
		}),
	);
}
