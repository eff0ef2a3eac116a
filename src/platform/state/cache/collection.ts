import { background } from '../../../base/background.ts';
import { coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { FailurePauses } from '../../../base/failure-pauses.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { ForgeError, isTransient } from '../../../forge/contract/errors.ts';
import type { CollectionStore } from './collection-store.ts';
import { ItemMemory } from './item-memory.ts';
import { type ListedPages, PageWalks, type WantedPages } from './page-walks.ts';

interface CollectionOptions<Id, Item> extends ListedPages<Id, Item> {
	readonly store: CollectionStore<Id, Item>;
	/** Converts an item from the forge to the form in which it is kept. */
	readonly toStored: (item: Item) => Item;
	readonly isSame: (one: Item, other: Item) => boolean;
	/** Whether `one` is an older version of the item than `other`. By default, this is not known. */
	readonly isOlder?: (one: Item, other: Item) => boolean;
	readonly log: Log;
}

export interface CollectionChange<Id> {
	/** The items that were changed, added or removed; empty if only something else changed. */
	readonly items: ReadonlySet<Id> | 'all';
}

/** Changes within this time are reported together. */
const burstMs = 16;

/** A paged list of a forge: read from disk at once, and from the forge page by page. */
export class Collection<Id extends string | number, Item> implements Disposable {
	readonly #options: CollectionOptions<Id, Item>;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<CollectionChange<Id>>;
	readonly #answers: Emitter<void>;
	readonly #memory: ItemMemory<Id, Item>;
	readonly #walks: PageWalks<Id, Item>;
	readonly #notifySoon: () => void;
	readonly #retryPauses = new FailurePauses(60_000, 600_000);
	/** The items whose changes were not reported yet. */
	#unreported: Set<Id> | 'all' = new Set();
	#lastError: ForgeError | undefined;
	#opening: Promise<void> | undefined;
	#refreshing: Promise<void> | undefined;

	constructor(options: CollectionOptions<Id, Item>) {
		this.#options = options;
		const logFailure = (failure: unknown) => options.log.error('A listener for a list failed', failure);
		this.#changes = this.#lifetime.add(new Emitter<CollectionChange<Id>>(logFailure));
		this.#answers = this.#lifetime.add(new Emitter<void>(logFailure));
		const report = () => {
			const items = this.#unreported;
			this.#unreported = new Set();
			this.#changes.fire({ items });
		};
		this.#notifySoon = coalesce(this.#lifetime, burstMs, report, { soon: true, rests: true });
		const { store, idOf, toStored, isSame, isOlder } = options;
		const changed = (ids: readonly Id[]) => this.#changed(ids);
		this.#memory = new ItemMemory({ store, idOf, toStored, isSame, isOlder, changed });
		this.#walks = new PageWalks({
			list: options,
			store,
			known: this.#memory,
			lifetime: this.#lifetime,
			didAnswer: () => this.#setError(undefined),
			didReadAll: () => this.#notifySoon(),
			didReadNewest: () => this.#answers.fire(),
		});
	}

	/** In no particular order. The map changes as items arrive. */
	get items(): ReadonlyMap<Id, Item> {
		return this.#memory.all;
	}

	/** Whether all pages have been read at least once. */
	get isComplete(): boolean {
		return this.#walks.walked !== undefined;
	}

	/** When the forge last answered for the newest items, in milliseconds since 1970. */
	get asOf(): number | undefined {
		return this.#walks.asOf;
	}

	/** When the last walk through the pages ended. */
	get walked(): number | undefined {
		return this.#walks.walked;
	}

	get lastError(): ForgeError | undefined {
		return this.#lastError;
	}

	get isReading(): boolean {
		return this.#refreshing !== undefined;
	}

	/** Counts what was stored and removed. Read it before a request, so that `put` can ignore an answer that is too old. */
	get sequence(): number {
		return this.#memory.sequence;
	}

	/** Grows with each change of the items, before it is reported. */
	get revision(): number {
		return this.#memory.revision;
	}

	/** Fires when items, `isComplete` or `lastError` change, and after `notify`. Changes in a burst are reported together. */
	get onDidChange(): Event<CollectionChange<Id>> {
		return this.#changes.event;
	}

	/** Fires when the forge has answered for the newest items, with or without changes. */
	get onDidAnswer(): Event<void> {
		return this.#answers.event;
	}

	/** Reads the stored data from disk. */
	open(): Promise<void> {
		this.#opening ??= this.#open();
		return this.#opening;
	}

	/**
	 * Asks the forge for the first page, where new items are, and for all pages if they were never read, or not for ten minutes by any
	 * window, unless `newestOnly`. Later, a large list is read some pages at a time. Reads further pages until it has the `wanted` items,
	 * even with `newestOnly`. Resolves when `items` or `lastError` shows the outcome; a failure keeps the known data.
	 */
	refresh(which: WantedPages<Id> = {}): Promise<void> {
		if (this.#lifetime.ended) return Promise.resolve();
		this.#walks.want(which);
		this.#refreshing ??= this.#readPages().finally(() => {
			this.#refreshing = undefined;
			this.#walks.wantNothing();
		});
		return this.#refreshing;
	}

	/** Adds an incomplete item, unless the item is known. Any answer that is not older replaces it. */
	add(item: Item): void {
		if (!this.#lifetime.ended) this.#memory.add(item);
	}

	/**
	 * Stores an item that was read on its own, by a request that began at `requestedAt`, or that is the answer to a change. Pages that were
	 * requested earlier replace it only if they have a newer version.
	 */
	put(item: Item, requestedAt = this.sequence): void {
		if (this.#lifetime.ended) return;
		this.#memory.put(item, requestedAt);
		if (!this.#lastError || !isTransient(this.#lastError) || this.#retryPauses.isPaused('all')) return;
		// The forge has answered, so a refresh that failed temporarily is repeated. It may fail again although the forge answers for single items.
		this.#retryPauses.begin('all');
		background(this.refresh());
	}

	/** Removes an item that was deleted on the forge. */
	remove(id: Id): void {
		if (!this.#lifetime.ended) this.#memory.remove(id);
	}

	/**
	 * Removes an item that the forge did not find by its id, in a request that began at `requestedAt`, unless it was stored since. If it exists
	 * all the same, for example because it was hidden for some time, the next page that has it brings it back.
	 */
	didNotFind(id: Id, requestedAt: number): void {
		if (!this.#lifetime.ended) this.#memory.drop((known) => known === id, requestedAt);
	}

	/** The forge has answered that the newest items are as they are known: as good as a refresh with `newestOnly`. */
	confirmNewest(): void {
		if (!this.#lifetime.ended && !this.isReading) this.#walks.confirmNewest();
	}

	/** Notifies listeners of a change of something that belongs to the list. */
	notify(): void {
		this.#notifySoon();
	}

	/** Data that was put before is still written to the disk. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	async #open(): Promise<void> {
		const { state, items } = await this.#options.store.load();
		if (this.#lifetime.ended) return;
		this.#memory.load(items);
		this.#walks.load(state);
		if (items.size > 0) this.#unreported = 'all';
		this.#notifySoon();
	}

	async #readPages(): Promise<void> {
		// Reading the disk takes less time than the first answer, and shows whether all pages are needed.
		await this.open();
		try {
			await this.#walks.read();
			this.#retryPauses.end('all');
		} catch (error) {
			if (this.#lifetime.ended) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#setError(error);
		}
	}

	#setError(error: ForgeError | undefined): void {
		if (error?.message !== this.#lastError?.message || error?.kind !== this.#lastError?.kind)
			this.#notifySoon();
		this.#lastError = error;
	}

	#changed(ids: readonly Id[]): void {
		if (this.#unreported !== 'all') for (const id of ids) this.#unreported.add(id);
		this.#notifySoon();
	}
}
