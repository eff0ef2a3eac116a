import * as v from 'valibot';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { listAll, type Pages } from '../../forge/client/pages.ts';
import type { Shape } from '../../forge/contract/read.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { type ItemName, isSameItem, itemRef } from '../model/item-name.ts';
import { SharedResources } from './cache/shared-resources.ts';
import { ValueCache } from './cache/value-cache.ts';
import { createValueStore } from './cache/value-store.ts';
import { Pins } from './pins.ts';
import { trimFolder } from './store/trim-folder.ts';

/** How items of one kind, such as repositories, are stored. */
interface StoredKind<Item> {
	/** Names the items in the log, and the file with the account's own items. */
	readonly name: string;
	readonly shape: Shape<Item>;
	/** The storage folder for the pins. */
	readonly pins: string;
	/** The folders of the cache that have a file for each item. The oldest files of items that are no longer listed are removed. */
	readonly folders: readonly string[];
}

/** An item that an account subscribes to on the forge. */
export interface SubscribedItem extends ItemName {
	/** The forge's id of the subscription. */
	readonly id: number;
}

const Subscribed = v.array(v.object({ id: v.number(), owner: v.string(), name: v.string() }));

/** A list that the forge has for an account: its own items, or its subscriptions. */
export type AccountList = ValueCache<readonly { readonly name: string }[]>;

/** What the caches of an account share: where they store data that can be read from the forge again, and the log. */
export interface CacheContext {
	/** Removed when the account signs out. */
	readonly cache: Storage;
	readonly log: Log;
}

/** What the items of an account share. */
export interface ItemsContext extends CacheContext {
	/** For the user's decisions; stays when the account signs out. */
	readonly permanent: Storage;
}

interface AccountItemsOptions<Item, Cache> extends ItemsContext {
	readonly kind: StoredKind<Item>;
	readonly session: Session;
	/** Lists the account's own items. */
	readonly list: (signal: AbortSignal) => Pages<Item>;
	/** Lists the items that the account subscribes to, of any owner, if the forge has subscriptions to such items. */
	readonly listSubscribed?: ((signal: AbortSignal) => Promise<readonly SubscribedItem[]>) | undefined;
	/** Creates the cache for the contents of an item. */
	readonly createCache: (item: ItemName) => Cache;
	/** The names of own items that the user has marked here, such as the repositories whose pushes are answered. */
	readonly marked?: { readonly all: readonly string[]; readonly onDidChange: Event<void> };
}

const limits = { files: 100, bytes: 512 * 1024 * 1024 };

/** The items of an account: its own, those that it subscribes to, and the pinned ones of other users. */
export class AccountItems<Item extends { readonly name: string }, Cache extends Disposable>
	implements Disposable
{
	/** The newest first, as the forge lists them. */
	readonly own: ValueCache<readonly Item[]>;
	/** Undefined if there are no subscriptions. */
	readonly subscribed: ValueCache<readonly SubscribedItem[]> | undefined;
	readonly pins: Pins;
	readonly #options: AccountItemsOptions<Item, Cache>;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #caches = this.#lifetime.add(new SharedResources<Cache>());

	constructor(options: AccountItemsOptions<Item, Cache>) {
		const { kind, session, list, listSubscribed, cache, permanent, marked, log } = options;
		this.#options = options;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error(`A listener for ${kind.name} failed`, failure)),
		);
		const changed = () => this.#changes.fire();
		this.pins = new Pins(permanent, [kind.pins, session.id], this.#lifetime, log, changed);
		this.own = this.#lifetime.add(
			new ValueCache<readonly Item[]>({
				read: (signal) => listAll(list(signal)),
				store: createValueStore({ storage: cache, name: [kind.name], shape: v.array(kind.shape), log }),
				log,
			}),
		);
		this.subscribed =
			listSubscribed &&
			this.#lifetime.add(
				new ValueCache<readonly SubscribedItem[]>({
					read: listSubscribed,
					store: createValueStore({
						storage: cache,
						name: [`${kind.name}-subscribed`],
						shape: Subscribed,
						log,
					}),
					log,
				}),
			);
		for (const items of this.lists) this.#lifetime.add(items.onDidChange(changed));
		if (marked) this.#lifetime.add(marked.onDidChange(changed));
	}

	/** What the forge lists for the account. */
	get lists(): readonly AccountList[] {
		return [this.own, ...(this.subscribed ? [this.subscribed] : [])];
	}

	/** The account's user name, with the tilde. */
	get #me(): string {
		return this.#options.session.account;
	}

	/** Fires when the account's own items, their details, its subscriptions, its pins or `marked` change. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** The names of own items that the user has marked here. */
	get marked(): readonly string[] {
		return this.#options.marked?.all ?? [];
	}

	/** The names of the own items, sorted, then of the others that the account subscribes to, then of those that are pinned. */
	get names(): readonly ItemName[] {
		const own = (this.own.value ?? []).map(({ name }) => ({ owner: this.#me, name }));
		const listed = withOthers(own.toSorted(byName), (this.subscribed?.value ?? []).toSorted(byName));
		return withOthers(listed, this.pins.all);
	}

	/** The subscription to an item. */
	subscription(item: ItemName): SubscribedItem | undefined {
		return this.subscribed?.value?.find((one) => isSameItem(one, item));
	}

	/** Loads what the forge has listed for the account, and its pins, from the disk. */
	async open(): Promise<void> {
		await Promise.all([...this.lists.map((items) => items.open()), this.pins.read()]);
		if (!this.#lifetime.ended) this.#changes.fire();
		coalesce(this.#lifetime, 30_000, () => this.#trim())();
	}

	/** An own item as the forge listed it. */
	details({ owner, name }: ItemName): Item | undefined {
		return owner === this.#me ? this.own.value?.find((one) => one.name === name) : undefined;
	}

	/** The account's relation to an item, for pickers. */
	relationOf(item: ItemName): '' | 'yours' | 'pinned' {
		if (item.owner === this.#me) return 'yours';
		return this.pins.all.some((pin) => isSameItem(pin, item)) ? 'pinned' : '';
	}

	/** Pins an item of another user. One of the account's own needs no pin. */
	async pin(item: ItemName): Promise<void> {
		if (item.owner !== this.#me) await this.pins.pin(item);
		else if (this.knows(item) !== true) await this.own.refresh();
	}

	/** Whether an item exists, as far as that is known without a request. */
	knows(item: ItemName): boolean | undefined {
		if (this.#isListed(item)) return true;
		return item.owner === this.#me && this.own.value ? false : undefined;
	}

	/** The cache of an item, shared by its holders; disposed when the lifetimes of all of them have ended. */
	cache(item: ItemName, lifetime: Lifetime): Cache {
		return this.#caches.hold(itemRef(item), lifetime, () => {
			this.#didUse(item);
			return this.#options.createCache(item);
		});
	}

	/** Stores one of the account's own items as the forge returned it. `name` is the name that it had before. */
	put(item: Item, name = item.name): void {
		const change = (known: readonly Item[]) => {
			const isNew = known.every((one) => one.name !== name);
			return isNew ? [item, ...known] : known.map((one) => (one.name === name ? item : one));
		};
		background(this.own.change(change));
	}

	/** Removes one of the account's own items from the list after it was deleted. */
	remove(name: string): void {
		background(this.own.change((known) => known.filter((one) => one.name !== name)));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Marks the files of an item as used, if they may be trimmed. */
	#didUse(item: ItemName): void {
		if (this.#isListed(item)) return;
		const { kind, cache, log } = this.#options;
		for (const folder of kind.folders)
			cache.touch([folder, itemRef(item)]).catch((error: unknown) => {
				log.warn(`A file of ${kind.name} could not be marked as used`, error);
			});
	}

	#isListed(item: ItemName): boolean {
		return this.names.some((name) => isSameItem(name, item));
	}

	async #trim(): Promise<void> {
		const { kind, cache, log } = this.#options;
		// Until the lists are known, any file may be of an item of the account.
		if (this.pins.areUnreadable || this.lists.some(({ value }) => value === undefined)) return;
		const listed = new Set(this.names.map(itemRef));
		for (const folder of kind.folders)
			await trimFolder(cache, [folder], limits, (name) => listed.has(name)).catch((error: unknown) => {
				log.warn(`Old data of ${kind.name} could not be removed`, error);
			});
	}
}

const byName = (one: ItemName, other: ItemName): number => one.name.localeCompare(other.name);

/** The items, then those of `others` that are not among them. */
const withOthers = (items: readonly ItemName[], others: readonly ItemName[]): readonly ItemName[] => [
	...items,
	...others.filter((other) => !items.some((item) => isSameItem(item, other))),
];
