import type { Account } from '../../signin/connections/connection.ts';
import type { ProjectItem } from '../model/project-items.ts';
import type { AreaView } from './account-rows.ts';
import { accountsFor, firstThatMaySee, type ReadItem } from './item-account.ts';

/** Whether an item exists and one of the accounts may see it. Undefined if no account would show it. */
export async function itemExists(
	item: ProjectItem,
	accounts: readonly Account[],
	view: Pick<AreaView, 'area' | 'scopes'>,
	read: ReadItem,
): Promise<boolean | undefined> {
	const candidates = accountsFor(item, accounts, view);
	if (candidates.length === 0) return undefined;
	return (await firstThatMaySee(candidates, read)) !== undefined;
}
