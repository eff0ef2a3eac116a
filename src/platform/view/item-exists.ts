import { ForgeError } from '../../forge/errors.ts';
import type { Account } from '../../signin/connection.ts';
import type { AreaView } from './account-rows.ts';
import { type PlacedItem, type ProjectItem, placeItem } from './shown-project.ts';

/** Whether an item exists and the account that would show it may see it. Undefined if no account would show it. */
export async function itemExists(
	item: ProjectItem,
	accounts: readonly Account[],
	view: Pick<AreaView, 'area' | 'scopes'>,
	read: (placed: PlacedItem) => PromiseLike<unknown> | undefined,
): Promise<boolean | undefined> {
	const placed = placeItem(item, accounts, view);
	if (!placed) return undefined;
	try {
		await read(placed);
		return true;
	} catch (error) {
		if (error instanceof ForgeError && error.kind === 'missing') return false;
		throw error;
	}
}
