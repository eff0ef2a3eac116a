import type { Disposable } from '../../base/disposable.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { Row } from '../view/row.ts';
import type { ItemKey, ItemKind } from './item-kind.ts';
import type { ItemCache } from './view-items.ts';

/** The cache of an item, whose stored data is read when its row is first shown. */
export interface OpenableCache extends ItemCache, Disposable {
	/** When the forge last answered, in milliseconds since 1970. */
	readonly asOf: number | undefined;
	/** Resolves when the stored data is read from the disk. */
	open(): Promise<void>;
	/** Resolves when what the collapsed row of the item shows is read from the disk. Without this, `open` reads it. */
	openRow?(): Promise<void>;
}

/** What the row of an item is made of. */
export interface ItemRowInput<Opened, Cache> {
	readonly account: Opened;
	/** A cache that has read from the disk what the collapsed row shows. */
	readonly cache: Cache;
	readonly isPinned: boolean;
	readonly isSubscribed: boolean;
	/** Whether the row is the first of the account or of *This Project*. */
	readonly isFirst: boolean;
	/** The id of the row. */
	readonly id: string;
	/** Rows for a failure to read the item. */
	readonly failures: () => readonly Row[];
	/** Begins to read from the forge what the row shows. */
	readonly read: () => void;
	/** To be called when the user looks at the rows below. */
	readonly didOpen: () => void;
}

/** What a row before the items is made of. */
export interface LeadingRowInput {
	readonly id: string;
	readonly failures: () => readonly Row[];
	readonly didOpen: () => void;
}

/** A row that comes before the items of an account, or of all accounts. */
export interface LeadingItem extends OpenableCache {
	row(input: LeadingRowInput): Row;
}

/** The items that a view shows, and their rows. */
export interface ItemsViewKind<
	Opened extends Account,
	Key extends ItemKey,
	Item extends { readonly name: string },
	Cache extends OpenableCache,
> extends ItemKind<Opened, Key, Item, Cache> {
	/** The id of the view in the manifest. */
	readonly id: string;
	/** Scopes without which the view shows less, and says so. */
	readonly optionalScopes?: readonly string[];
	/** What rows show of an item as the forge lists it; by default everything. The view is drawn again only if this changes. */
	readonly describe?: (item: Item) => unknown;
	/** Whether the collapsed row of an item needs all that is stored of the item. */
	readonly needsAll?: (key: Key) => boolean;
	/** Calls `didChange`, until `lifetime` ends, when something else than its cache changes the row of an item. */
	readonly listen?: (didChange: (key: Key) => void, lifetime: Lifetime) => void;
	/** Creates what comes first, before the items of all accounts, until `lifetime` ends. */
	readonly first?: (lifetime: Lifetime) => LeadingItem;
	/** Creates what comes before the items of an account, until `lifetime` ends. */
	readonly leading?: (account: Opened, lifetime: Lifetime) => LeadingItem;
	readonly row: (input: ItemRowInput<Opened, Cache>) => Row;
}
