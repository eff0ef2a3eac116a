import type { Disposable } from '../../base/disposable.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { AccountItems } from '../state/account-items.ts';

/**
 * Calls `changed` when an account's own items, its subscriptions, its pins, `marked` or its last errors change, but not after a refresh that finds
 * nothing new.
 * `describe` returns what the rows of an item show.
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
	let known = describeAll();
	lifetime.add(
		items.onDidChange(() => {
			const now = describeAll();
			if (now !== known) changed();
			known = now;
		}),
	);
}
