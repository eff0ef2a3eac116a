import { createHash } from 'node:crypto';
import { abortable } from '../../../base/abort.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { type DeliveryFacts, factsOf } from '../../../forge/webhooks/delivery-facts.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import type { ItemName } from '../../model/item-name.ts';
import type { AccountItems, AccountList } from '../account-items.ts';
import type { ItemsCheck } from './items-check.ts';
import { isReadRecently, type ReadCause } from './read-cause.ts';
import type { CheckGroup, HookTarget, News, WatchedResource, WatchSource } from './watch-source.ts';

interface WatchItemsOptions<
	Opened extends Account,
	Item extends { readonly name: string },
	Cache extends OpenableCache,
> {
	/** A part of the ids of the resources. */
	readonly kind: string;
	/** The targets of webhooks. `all` tells which items an account has, `of` what happens in one of them. */
	readonly hookTargets: {
		readonly all: HookTarget;
		readonly of: (item: ItemName, account: Opened) => HookTarget;
	};
	/** The accounts that have such items. */
	readonly source: { readonly accounts: readonly Opened[]; readonly onDidChange: Event<void> };
	readonly itemsOf: (account: Opened) => AccountItems<Item, Cache>;
	readonly serverOf: (account: Opened) => string;
	/** How one request checks several items of an account. Undefined if its forge cannot answer that. */
	readonly checkOf?: (account: Opened) => ItemsCheck<Cache> | undefined;
	/** Whether a delivery says only what the cache has already, so that nothing is read. */
	readonly isKnown?: (
		delivery: DeliveryFacts,
		cache: Cache,
		cursor: unknown,
		signal: AbortSignal,
	) => boolean | Promise<boolean>;
	readonly read: (reading: {
		readonly account: Opened;
		/** Has read its stored data. */
		readonly cache: Cache;
		readonly cursor: unknown;
		readonly deliveries: readonly DeliveryFacts[];
		readonly cause?: ReadCause;
		readonly signal: AbortSignal;
	}) => Promise<News>;
}

type Reading = Parameters<WatchedResource['read']>[0];

interface OpenableCache extends Disposable {
	open(): Promise<void>;
	/** How many entries it has, such as those of a list. */
	readonly size?: number;
}

/** How long a cache stays open after it was read. It is read again soon, and loading it from the disk takes longer than asking the forge. */
const keptMs = 5 * 60_000;
/** How many entries the caches that stay open may have together. */
const maxKept = 50_000;

interface HeldCache<Cache> {
	readonly item: ItemName;
	readonly lifetime: Lifetime;
	readonly cache: Cache;
}

/** A cache that was read a short time ago. */
interface KeptCache {
	readonly lifetime: Lifetime;
	readonly size: number;
}

/**
 * The items of all accounts as resources in which things happen: own ones, and those that the user subscribes to or has pinned. Which items
 * an account has is a resource too.
 */
export class ItemWatchSource<
	Opened extends Account,
	Item extends { readonly name: string },
	Cache extends OpenableCache,
> implements WatchSource, Disposable
{
	readonly #options: WatchItemsOptions<Opened, Item, Cache>;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** The caches that were used last, the latest at the end, by the ids of their items. */
	readonly #kept = new Map<string, KeptCache>();
	/** Listeners to the items of the current accounts. */
	#listeners = this.#lifetime.child();

	constructor(options: WatchItemsOptions<Opened, Item, Cache>) {
		this.#options = options;
		this.#lifetime.add(
			options.source.onDidChange(() => {
				this.#listen();
				this.#changes.fire();
			}),
		);
		this.#listen();
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get watched(): readonly WatchedResource[] {
		const { source, itemsOf } = this.#options;
		return source.accounts.flatMap((account) => [
			this.#watchedLists(account),
			...itemsOf(account).names.map((item) => this.#watched(account, item)),
		]);
	}

	dispose(): void {
		this.#lifetime.dispose();
		this.#releaseAll();
	}

	#listen(): void {
		const { source, itemsOf } = this.#options;
		this.#releaseAll();
		this.#listeners.dispose();
		this.#listeners = this.#lifetime.child();
		for (const account of source.accounts)
			this.#listeners.add(itemsOf(account).onDidChange(() => this.#changes.fire()));
	}

	/** What the forge lists for an account. */
	#watchedLists(account: Opened): WatchedResource {
		const { kind, serverOf, itemsOf, hookTargets } = this.#options;
		const { lists } = itemsOf(account);
		return {
			id: JSON.stringify([kind, account.session.id]),
			account: account.session.id,
			server: serverOf(account),
			hookTarget: hookTargets.all,
			itemIn: (received) => {
				const { item } = factsOf(received);
				return item && idOfItem(kind, account.session.id, item);
			},
			read: async ({ cursor, cause, signal }) => {
				const isDue = ({ asOf, lastError }: AccountList) =>
					lastError !== undefined || !isReadRecently({ cause, cursor, asOf });
				const old = lists.filter(isDue);
				await Promise.all(old.map((list) => abortable(list.refresh(), signal)));
				for (const { lastError } of lists) if (lastError) throw lastError;
				// A cursor that differs tells the other windows that a list has changed.
				return { events: [], cursor: fingerprint(lists.map(({ value }) => value)) };
			},
		};
	}

	#watched(account: Opened, item: ItemName): WatchedResource {
		const { kind, serverOf, hookTargets } = this.#options;
		return {
			id: idOfItem(kind, account.session.id, item),
			account: account.session.id,
			server: serverOf(account),
			hookTarget: hookTargets.of(item, account),
			group: this.#groupOf(account),
			read: (reading) => this.#read(account, item, reading),
		};
	}

	#groupOf(account: Opened): CheckGroup | undefined {
		const { kind, checkOf } = this.#options;
		const check = checkOf?.(account);
		return (
			check && {
				id: JSON.stringify([kind, account.session.id]),
				most: check.most,
				check: (ids, signal) => this.#check(account, check, new Set(ids), signal),
			}
		);
	}

	async #check(
		account: Opened,
		{ run }: ItemsCheck<Cache>,
		ids: ReadonlySet<string>,
		signal: AbortSignal,
	): Promise<void> {
		const { kind, itemsOf } = this.#options;
		const items = itemsOf(account).names.filter((item) => ids.has(idOfItem(kind, account.session.id, item)));
		const held = items.map((item) => {
			const lifetime = new Lifetime();
			return { item, lifetime, cache: itemsOf(account).cache(item, lifetime) };
		});
		try {
			await Promise.all(held.map(({ cache }) => cache.open()));
			await run(
				held.map(({ cache }) => cache),
				signal,
			);
		} finally {
			for (const one of held) this.#didUse(account, one);
		}
	}

	async #read(account: Opened, item: ItemName, reading: Reading): Promise<News> {
		const { source, itemsOf, isKnown, read } = this.#options;
		const { cursor, cause, signal } = reading;
		const deliveries = reading.deliveries.map(factsOf);
		const lifetime = new Lifetime();
		const cache = itemsOf(account).cache(item, lifetime);
		try {
			await cache.open();
			const areKnown = async () => {
				for (const one of deliveries) if (!(await isKnown?.(one, cache, cursor, signal))) return false;
				return deliveries.length > 0;
			};
			if (cause === 'delivery' && (await areKnown())) return { events: [], cursor, wasKnown: true };
			const news = await read({ ...reading, account, cache, deliveries });
			// A cache that was closed during the read is empty, so what was found in it is wrong.
			if (!source.accounts.includes(account)) throw new ForgeError('signed-out', 'The account was closed.');
			return news;
		} finally {
			this.#didUse(account, { item, lifetime, cache });
		}
	}

	/** Keeps a cache open for a while. */
	#didUse(account: Opened, { item, lifetime, cache }: HeldCache<Cache>): void {
		const { kind, source } = this.#options;
		const isGone = this.#lifetime.ended || !source.accounts.includes(account);
		if (isGone) lifetime.dispose();
		else this.#keep(idOfItem(kind, account.session.id, item), { lifetime, size: cache.size ?? 0 });
	}

	#keep(id: string, cache: KeptCache): void {
		this.#release(id);
		this.#kept.set(id, cache);
		cache.lifetime.add(this.#lifetime.timeout(() => this.#release(id), keptMs));
		let total = 0;
		for (const [keptId, { size }] of [...this.#kept].toReversed()) {
			if (total + size > maxKept) this.#release(keptId);
			else total += size;
		}
	}

	#release(id: string): void {
		const cache = this.#kept.get(id);
		this.#kept.delete(id);
		cache?.lifetime.dispose();
	}

	#releaseAll(): void {
		for (const id of [...this.#kept.keys()]) this.#release(id);
	}
}

/** The id of an item among all resources. */
export const idOfItem = (kind: string, account: string, { owner, name }: ItemName): string =>
	JSON.stringify([kind, account, owner, name]);

const fingerprint = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64url');
