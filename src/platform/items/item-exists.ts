import type { Account } from '../../signin/connections/connection.ts';
import type { ProjectItem } from '../model/project-items.ts';
import { accountsFor, firstThatMaySee } from './item-account.ts';
import type { ItemArea } from './item-kind.ts';

/** Whether an item exists and one of the accounts may see it. Undefined if no account would show it. */
export async function itemExists(
	item: ProjectItem,
	accounts: readonly Account[],
	kind: ItemArea,
): Promise<boolean | undefined> {
	const candidates = accountsFor(item, accounts, kind);
	if (candidates.length === 0) return undefined;
	return (await firstThatMaySee(candidates, kind)) !== undefined;
}
