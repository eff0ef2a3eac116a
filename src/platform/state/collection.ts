import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError, isTransient } from '../../forge/errors.ts';
import { KnownItems } from './known-items.ts';

/** What is stored of a collection besides its items. Times are in milliseconds since 1970. */
export interface CollectionState<Id = unknown> {
	/** When the forge last answered for the newest items. */
	readonly asOf: number | null;
	/** When the last walk ended. */
	readonly walked: number | null;
	/** The last item of a walk that did not reach the last page. The next walk continues there. */
	readonly walkedTo?: Id | undefined;
	/** How many items were known. */
	readonly count: number | null;
}

/** A collection on disk. */
export interface CollectionStore<Id, Item> {
	load(): Promise<{ readonly state: CollectionState<Id>; readonly items: ReadonlyMap<Id, Item> }>;
	/** When the last walk of any window ended. Resolves after everything that was put is stored. */
	readWalked(): Promise<number | null>;
	/** With `areNew`, the store has none of the items. */
	put(items: readonly Item[], options?: { readonly areNew?: boolean }): void;
	remove(ids: readonly Id[]): void;
	putState(state: CollectionState<Id>): void;
}

interface Page<Item> {
	readonly rows: readonly Item[];
	/** How many items there are on all pages, if the forge says so. */
	readonly total: number | undefined;
	readonly isLast?: boolean;
}

interface CollectionOptions<Id, Item> {
	readonly store: CollectionStore<Id, Item>;
	/** Lists the items, the newest first. */
	readonly pages: (signal: AbortSignal) => AsyncIterable<Page<Item>>;
	/** Lists the items with lower ids. Allows to read a large list in several walks: newer items have higher ids. */
	readonly pagesBelow?: (id: Id, signal: AbortSignal) => AsyncIterable<Page<Item>>;
	readonly idOf: (item: Item) => Id;
	/** Converts an item from the forge to the form in which it is kept. */
	readonly toStored: (item: Item) => Item;
	readonly isSame: (one: Item, other: Item) => boolean;
	readonly log: Log;
	readonly now?: () => number;
}

export interface CollectionChange<Id> {
	/** The items that were changed, added or removed; empty if only something else changed. */
	readonly items: ReadonlySet<Id> | 'all';
}

/** All pages are read again after this time, because the first page shows only the newest items. */
const walkIntervalMs = 10 * 60_000;
/** A list with more pages is read in several walks, after it was read completely once. */
const mostPagesPerWalk = 18;
/** Changes within this time are reported together. */
const burstMs = 16;

/** A paged list of a forge: read from disk at once, and from the forge page by page. */
export class Collection<Id extends string | number, Item> implements Disposable {
	readonly #options: CollectionOptions<Id, Item>;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<CollectionChange<Id>>;
	readonly #answers: Emitter<void>;
	readonly #known: KnownItems<Id, Item>;
	readonly #notifySoon: () => void;
	#unreported: Set<Id> | 'all' = new Set();
	#asOf: number | undefined;
	#walked: number | undefined;
	#walkedTo: Id | undefined;
	#lastError: ForgeError | undefined;
	#opening: Promise<void> | undefined;
	#refreshing: Promise<void> | undefined;
	/** Whether a caller of the current refresh wants all pages, if they are due. */
	#mayWalk = false;
	/** Whether a caller wants all pages although they are not due. */
	#mustWalk = false;
	/** Items that callers of the current refresh want to be read. */
	#wanted: ReadonlySet<Id> = new Set();

	constructor(options: CollectionOptions<Id, Item>) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const logFailure = (failure: unknown) => options.log.error('A listener for a list failed', failure);
		this.#changes = this.#lifetime.add(new Emitter<CollectionChange<Id>>(logFailure));
		this.#answers = this.#lifetime.add(new Emitter<void>(logFailure));
		const report = () => {
			const items = this.#unreported;
			this.#unreported = new Set();
			this.#changes.fire({ items });
		};
		this.#notifySoon = coalesce(this.#lifetime, burstMs, report, undefined, { soon: true, rests: true });
		const { store, idOf, toStored, isSame } = options;
		const changed = (ids: readonly Id[]) => this.#changed(ids);
		this.#known = new KnownItems({ store, idOf, toStored, isSame, changed });
	}

	/** In no particular order. The map changes as items arrive. */
	get items(): ReadonlyMap<Id, Item> {
		return this.#known.all;
	}

	/** Whether all pages have been read at least once. */
	get isComplete(): boolean {
		return this.#walked !== undefined;
	}

	/** When the forge last answered for the newest items, in milliseconds since 1970. */
	get asOf(): number | undefined {
		return this.#asOf;
	}

	/** When the last walk through the pages ended. */
	get walked(): number | undefined {
		return this.#walked;
	}

	get lastError(): ForgeError | undefined {
		return this.#lastError;
	}

	get isReading(): boolean {
		return this.#refreshing !== undefined;
	}

	/** Counts the items that `put` has stored. Read it before a request, so that `put` can ignore an answer that is too old. */
	get sequence(): number {
		return this.#known.sequence;
	}

	/** Grows with each change of the items, before it is reported. */
	get revision(): number {
		return this.#known.revision;
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
	refresh({
		newestOnly = false,
		isDue = false,
		wanted = [],
	}: {
		readonly newestOnly?: boolean;
		/** Whether to read all pages even if that was done a short time ago. */
		readonly isDue?: boolean;
		readonly wanted?: Iterable<Id>;
	} = {}): Promise<void> {
		if (this.#lifetime.ended) return Promise.resolve();
		this.#wanted = new Set([...this.#wanted, ...wanted]);
		this.#mayWalk ||= !newestOnly;
		this.#mustWalk ||= isDue;
		this.#refreshing ??= this.#readPages().finally(() => {
			this.#refreshing = undefined;
			this.#mayWalk = false;
			this.#mustWalk = false;
			this.#wanted = new Set();
		});
		return this.#refreshing;
	}

	/**
	 * Stores an item that was read on its own, by a request that began at `requestedAt`, or that is the answer to a change. Pages that were
	 * requested earlier do not replace it.
	 */
	put(item: Item, requestedAt = this.sequence): void {
		if (this.#lifetime.ended) return;
		this.#known.put(item, requestedAt);
		// The forge has answered, so a refresh that failed temporarily is repeated.
		if (this.#lastError && isTransient(this.#lastError)) background(this.refresh());
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
		this.#known.load(items);
		this.#asOf ??= state.asOf ?? undefined;
		this.#walked ??= state.walked ?? undefined;
		this.#walkedTo ??= state.walkedTo;
		if (items.size > 0) this.#unreported = 'all';
		this.#notifySoon();
	}

	async #readPages(): Promise<void> {
		// Reading the disk takes less time than the first answer, and shows whether all pages are needed.
		await this.open();
		try {
			do {
				if (this.#isWalkDue()) await this.#readWalkOfOtherWindow();
				await this.#walk();
			} while ((this.#isWalkDue() || this.#wanted.size > 0) && !this.#lifetime.ended);
		} catch (error) {
			if (this.#lifetime.ended) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#setError(error);
		}
	}

	/** Takes over what another window has read since this window's last walk, which is then no longer due. */
	async #readWalkOfOtherWindow(): Promise<void> {
		const { store } = this.#options;
		const began = this.sequence;
		const walked = this.#walked;
		if (walked === undefined || ((await store.readWalked()) ?? 0) <= walked) return;
		const { state, items } = await store.load();
		if (this.#lifetime.ended || state.walked === null) return;
		this.#known.takeOver(items, began);
		this.#walked = state.walked;
		this.#walkedTo = state.walkedTo;
	}

	async #walk(): Promise<void> {
		const { pages, idOf } = this.#options;
		const began = this.sequence;
		const iterator = pages(this.#lifetime.signal)[Symbol.asyncIterator]();
		const seen = new Set<Id>();
		let total: number | undefined;
		for (let nth = 0; ; nth++) {
			const isEnough = [...this.#wanted].every((id) => seen.has(id));
			if (nth > 0 && isEnough && !this.#isWalkDue()) return this.#didReadNewest();
			const isLarge = nth > 0 && this.items.size > mostPagesPerWalk * (seen.size / nth);
			if (isLarge && isEnough && this.#walked !== undefined && this.#options.pagesBelow)
				return await this.#continueWalk(this.#options.pagesBelow, seen, began);
			const requestedAt = this.sequence;
			const next = await iterator.next();
			if (this.#lifetime.ended) return;
			if (next.done) break;
			total = next.value.total;
			for (const row of next.value.rows) seen.add(idOf(row));
			this.#known.store(next.value.rows, requestedAt);
			this.#asOf = this.#now();
			this.#setError(undefined);
			// A short list is known completely, even if only its newest items were wanted.
			if (next.value.isLast && total !== undefined && seen.size >= total) break;
		}
		// If rows are missing, it is unknown which items are gone.
		if (total === undefined || seen.size >= total) this.#known.drop((id) => !seen.has(id), began);
		if (this.#walked === undefined) this.#notifySoon();
		this.#walked = this.#now();
		this.#mustWalk = false;
		this.#didReadNewest();
	}

	/** Reads as many pages as a walk may have, after those of the walk before. `newest` was just read. */
	async #continueWalk(
		pagesBelow: (id: Id, signal: AbortSignal) => AsyncIterable<Page<Item>>,
		newest: ReadonlySet<Id>,
		began: number,
	): Promise<void> {
		const from = this.#walkedTo ?? [...newest].reduce((lowest, id) => (id < lowest ? id : lowest));
		const seen = new Set<Id>();
		let to: Id | undefined = from;
		let total: number | undefined;
		let count = 0;
		let requestedAt = this.sequence;
		for await (const { rows, total: counted, isLast } of pagesBelow(from, this.#lifetime.signal)) {
			if (this.#lifetime.ended) return;
			for (const row of rows) seen.add(this.#options.idOf(row));
			this.#known.store(rows, requestedAt);
			requestedAt = this.sequence;
			count += 1;
			total = counted;
			to = isLast || rows.length === 0 ? undefined : [...seen].at(-1);
			if (to === undefined || count === mostPagesPerWalk) break;
		}
		if (count < mostPagesPerWalk) to = undefined;
		const wasRead = (id: Id) => id < from && (to === undefined || id >= to);
		// If as many items are known as there are, rows were left out rather than deleted.
		if (total === undefined || this.items.size > total)
			this.#known.drop((id) => wasRead(id) && !seen.has(id), began);
		this.#walkedTo = to;
		this.#walked = this.#now();
		this.#mustWalk = false;
		this.#didReadNewest();
	}

	#isWalkDue(): boolean {
		const isOld = this.#walked === undefined || this.#now() - this.#walked > walkIntervalMs;
		return this.#mustWalk || (this.#mayWalk && isOld);
	}

	#didReadNewest(): void {
		this.#wanted = new Set();
		const [asOf, walked] = [this.#asOf ?? null, this.#walked ?? null];
		const walkedTo = this.#walkedTo;
		const state = { asOf, walked, count: this.items.size };
		this.#options.store.putState(walkedTo === undefined ? state : { ...state, walkedTo });
		this.#answers.fire();
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
