import { ForgeError } from '../../forge/contract/errors.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { ItemName } from '../model/item-name.ts';
import type { ProjectItem, ProjectItems } from '../model/project-items.ts';
import { missingScopes } from './account-rows.ts';
import type { ItemArea } from './item-kind.ts';

/** The most items of projects that are shown: a clone can have thousands of remotes, and each item can take a request. */
export const maxItems = 20;

/** An item, and an account that shows it or could show it. */
export interface PlacedItem extends ItemName {
	readonly account: Account;
}

/** An item, with each account that could show it. */
export type ItemCandidates = readonly [first: PlacedItem, ...others: PlacedItem[]];

/** The accounts that could show an item: the owner's first, then the others in their order. */
export function accountsFor(
	{ instance, owner, name }: ProjectItem,
	accounts: readonly Account[],
	kind: ItemArea,
): readonly PlacedItem[] {
	const isOwner = ({ session }: Account) => session.account === owner;
	return accounts
		.filter(
			(one) =>
				one.instance.name === instance &&
				one.instance[kind.area] !== undefined &&
				missingScopes(kind.scopes, one).length === 0,
		)
		.toSorted((one, other) => Number(isOwner(other)) - Number(isOwner(one)))
		.map((account) => ({ account, owner, name }));
}

/** The items of the workspace's projects that an account could show, each once, with all such accounts as `accountsFor` orders them. */
export async function candidatesFor(
	items: ProjectItems | undefined,
	accounts: readonly Account[],
	kind: ItemArea,
): Promise<readonly ItemCandidates[]> {
	if (accounts.length > 0) await items?.ready();
	const unique = new Map(
		(items?.all ?? []).map((item) => [JSON.stringify([item.instance, item.owner, item.name]), item]),
	);
	return [...unique.values()].flatMap((item) => {
		const [first, ...others] = accountsFor(item, accounts, kind);
		return first ? [[first, ...others] as const] : [];
	});
}

/** The account that shows an item, if no request is needed to find it: the owner's or the only one. */
export function knownAccount([first, ...others]: ItemCandidates): PlacedItem | undefined {
	return others.length === 0 || isOwners(first) ? first : undefined;
}

/** The account that shows an item: the first that may see it or, if none may, the first of all. Rejects if the forge cannot be asked. */
export async function findAccount(candidates: ItemCandidates, kind: ItemArea): Promise<PlacedItem> {
	return knownAccount(candidates) ?? (await firstThatMaySee(candidates, kind)) ?? candidates[0];
}

/** The first account that may see the item. Undefined if none may. Rejects if that cannot be found out. */
export async function firstThatMaySee(
	candidates: readonly PlacedItem[],
	{ read }: ItemArea,
): Promise<PlacedItem | undefined> {
	for (const candidate of candidates) {
		try {
			await read(candidate.account, candidate);
			return candidate;
		} catch (error) {
			if (!(error instanceof ForgeError) || !isHidden(error)) throw error;
		}
	}
	return undefined;
}

/** The first items of the workspace's projects, each with the account that shows it; if the forge cannot be asked, with the first one. */
export async function placeItems(
	items: ProjectItems | undefined,
	accounts: readonly Account[],
	kind: ItemArea,
): Promise<readonly PlacedItem[]> {
	const all = await candidatesFor(items, accounts, kind);
	return Promise.all(all.slice(0, maxItems).map((candidates) => placeItem(candidates, kind)));
}

async function placeItem(candidates: ItemCandidates, kind: ItemArea): Promise<PlacedItem> {
	try {
		return await findAccount(candidates, kind);
	} catch (error) {
		if (error instanceof ForgeError) return candidates[0];
		throw error;
	}
}

/** Whether the account is that of the item's owner. */
const isOwners = ({ account, owner }: PlacedItem): boolean => account.session.account === owner;

/** The forge does not say that an item exists to accounts that may not see it. */
const isHidden = ({ kind }: ForgeError): boolean => kind === 'missing' || kind === 'forbidden';
