import { ForgeError } from '../../forge/errors.ts';
import type { Account } from '../../signin/connection.ts';
import { type AreaView, missingScopes } from './account-rows.ts';

/** Something on a forge that belongs to a folder of the workspace. */
export interface ProjectItem {
	/** The name of the forge. */
	readonly instance: string;
	/** With the tilde. */
	readonly owner: string;
	readonly name: string;
}

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

/** The forge does not say that an item exists to accounts that may not see it. */
const isHidden = ({ kind }: ForgeError): boolean => kind === 'missing' || kind === 'forbidden';
