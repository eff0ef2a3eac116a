import type { Disposable } from '../../base/disposable.ts';
import type { Account, Area } from '../../signin/connections/connection.ts';
import type { ListedItem } from '../model/item-choices.ts';
import type { ItemName } from '../model/item-name.ts';
import type { ProjectItems } from '../model/project-items.ts';
import type { AccountItems } from '../state/account-items.ts';

/** What an account needs to see items of a kind, and how it reads one. */
export interface ItemArea {
	readonly area: Area;
	readonly scopes: readonly string[];
	/** What the items are, in a sentence: `mailing lists`. */
	readonly nouns: string;
	/** Reads an item from the forge. Rejects with a `ForgeError` if the account may not see it. Undefined if the forge lacks the area. */
	readonly read: (
		account: Account,
		item: ItemName,
		options?: { readonly signal: AbortSignal },
	) => Promise<FoundItem> | undefined;
}

/** An item as the forge returns it. It corrects the case of the name, and may hide the owner. */
interface FoundItem {
	readonly owner: { readonly canonical_name: string } | null;
	readonly name: string;
}

/** An item, as seen by an account. Keys of different kinds have the name of the item in different properties, so that they are not confused. */
export interface ItemKey {
	/** The id of the account's session. */
	readonly account: string;
	/** With the tilde. */
	readonly owner: string;
}

/** A kind of items, such as repositories: all that differs between the views, pickers and pins of different kinds. */
export interface ItemKind<
	Opened extends Account,
	Key extends ItemKey,
	Item extends { readonly name: string } = { readonly name: string },
	Cache extends Disposable = Disposable,
> extends ItemArea {
	/** What an item is, in a sentence: `mailing list`. */
	readonly noun: string;
	/** What an item is, in the title of a command: `Mailing List`. */
	readonly titleNoun: string;
	/** The names that forges accept for a new item, and what others cannot: `begin with a digit`. */
	readonly names: { readonly accepted: RegExp; readonly cannot: string };
	/** A codicon. */
	readonly icon: string;
	readonly commands: { readonly pin: string; readonly create: string };
	/** Whether an account can subscribe to items on the forge. */
	readonly canSubscribe?: boolean;
	readonly itemsOf: (account: Opened) => AccountItems<Item, Cache>;
	readonly keyOf: (account: string, item: ItemName) => Key;
	readonly itemOf: (key: Key) => ItemName;
	/** Lists the items of a user that the account may see. Pickers add to their notes whether they are own, pinned or subscribed to. */
	readonly list: (account: Opened, owner: string, signal: AbortSignal) => Promise<readonly ListedItem[]>;
}

/** Where a command finds items. */
export interface ItemSource<Opened extends Account> {
	readonly accounts: readonly Opened[];
	/** The items of the workspace's projects. */
	readonly project?: ProjectItems | undefined;
}

/** The id of the row of an item. */
export const itemRowId = (account: string, { owner, name }: ItemName): string =>
	`${account}/${owner}/${name}`;
