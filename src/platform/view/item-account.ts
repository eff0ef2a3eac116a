import { ForgeError } from '../../forge/errors.ts';
import type { Account } from '../../signin/connection.ts';
import type { ProjectItem, ProjectItems } from '../model/project-items.ts';
import { type AreaView, missingScopes } from './account-rows.ts';

/** A clone can have thousands of remotes, and each item can take a request. */
export const mostItems = 20;

/** An item, as seen by an account. */
export interface PlacedItem {
	readonly account: Account;
	readonly owner: string;
	readonly name: string;
}

/** Reads an item with its account. Rejects with a `ForgeError` if the account may not see it. */
export type ReadItem = (item: PlacedItem) => PromiseLike<unknown> | undefined;

/** The accounts that could show an item: the owner's first, then the others in their order. */
export function accountsFor(
	{ instance, owner, name }: ProjectItem,
	accounts: readonly Account[],
	view: Pick<AreaView, 'area' | 'scopes'>,
): readonly PlacedItem[] {
	const isOwner = ({ session }: Account) => session.account === owner;
	return accounts
		.filter(
			(one) =>
				one.instance.name === instance &&
				one.instance[view.area] !== undefined &&
				missingScopes(view, one).length === 0,
		)
		.toSorted((one, other) => Number(isOwner(other)) - Number(isOwner(one)))
		.map((account) => ({ account, owner, name }));
}

/** The first account that may see the item. Undefined if none may. Rejects if that cannot be found out. */
export async function firstThatMaySee(
	candidates: readonly PlacedItem[],
	read: ReadItem,
): Promise<PlacedItem | undefined> {
	for (const candidate of candidates) {
		try {
			await read(candidate);
			return candidate;
		} catch (error) {
			if (!(error instanceof ForgeError) || !isHidden(error)) throw error;
		}
	}
	return undefined;
}

/**
 * The items of the workspace's projects, each once, with an account that may see it or, if that cannot be found out, with the first one
 * that could. Asks the forge only if there are several and none is the owner's.
 */
export async function placeItems(
	items: ProjectItems | undefined,
	accounts: readonly Account[],
	view: Pick<AreaView, 'area' | 'scopes'>,
	read: ReadItem,
): Promise<readonly PlacedItem[]> {
	if (accounts.length > 0) await items?.ready();
	const unique = new Map((items?.all ?? []).map((item) => [JSON.stringify(Object.values(item)), item]));
	const candidates = [...unique.values()]
		.map((item) => accountsFor(item, accounts, view))
		.filter((found) => found.length > 0);
	const placed = await Promise.all(candidates.slice(0, mostItems).map((found) => placeItem(found, read)));
	return placed.flatMap((one) => one ?? []);
}

async function placeItem(candidates: readonly PlacedItem[], read: ReadItem): Promise<PlacedItem | undefined> {
	const [first, ...others] = candidates;
	if (!first || others.length === 0 || isOwners(first)) return first;
	try {
		return (await firstThatMaySee(candidates, read)) ?? first;
	} catch (error) {
		if (error instanceof ForgeError) return first;
		throw error;
	}
}

/** Whether the account is that of the item's owner. */
export const isOwners = ({ account, owner }: PlacedItem): boolean => account.session.account === owner;

/** The forge does not say that an item exists to accounts that may not see it. */
const isHidden = ({ kind }: ForgeError): boolean => kind === 'missing' || kind === 'forbidden';
