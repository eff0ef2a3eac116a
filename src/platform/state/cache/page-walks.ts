import { isRecent, timeOfDay } from '../../../base/clock.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { CollectionState, CollectionStore } from './collection-store.ts';
import type { ItemMemory } from './item-memory.ts';

interface Page<Item> {
	readonly rows: readonly Item[];
	/** How many items there are on all pages, if the forge says so. */
	readonly total: number | undefined;
	readonly isLast?: boolean;
}

/** A list of a forge. */
export interface ListedPages<Id, Item> {
	/** Lists the items, the newest first. */
	readonly pages: (signal: AbortSignal) => AsyncIterable<Page<Item>>;
	/** Lists the items with lower ids. With this, a large list can be read in several walks: newer items have higher ids. */
	readonly pagesBelow?: (id: Id, signal: AbortSignal) => AsyncIterable<Page<Item>>;
	/** Whether `pagesBelow` can only continue where this window has stopped reading. Anywhere else, it has to read all newer pages first. */
	readonly continuesInWindow?: boolean;
	readonly idOf: (item: Item) => Id;
}

/** What a caller wants to be read besides the first page. */
export interface WantedPages<Id> {
	/** Whether to read only the first page, even if all are due. */
	readonly newestOnly?: boolean;
	/** Whether to read all pages, even if they are not due. */
	readonly readsAll?: boolean;
	readonly wanted?: Iterable<Id>;
}

interface PageWalksOptions<Id, Item> {
	readonly list: ListedPages<Id, Item>;
	readonly store: CollectionStore<Id, Item>;
	/** Where the items go that are read. */
	readonly known: ItemMemory<Id, Item>;
	readonly lifetime: Lifetime;
	/** Called after each page. */
	readonly didAnswer: () => void;
	/** Called when all pages are read for the first time. */
	readonly didReadAll: () => void;
	readonly didReadNewest: () => void;
}

/** All pages are read again after this time, because the first page shows only the newest items. */
const walkIntervalMs = 10 * 60_000;
/** A list with more pages is read in several walks, after it was read completely once. */
const maxPagesPerWalk = 18;

/** Reads the pages of a list: the newest ones each time, and all of them if that is due and no other window has just done it. */
export class PageWalks<Id extends string | number, Item> {
	readonly #options: PageWalksOptions<Id, Item>;
	#asOf: number | undefined;
	#walked: number | undefined;
	/** The last item of a walk that did not reach the last page. */
	#walkedTo: Id | undefined;
	/** Whether a caller of the current refresh wants all pages, if they are due. */
	#mayWalk = false;
	/** Whether a caller wants all pages although they are not due. */
	#mustWalk = false;
	/** Items that callers of the current refresh want to be read. */
	#wanted: ReadonlySet<Id> = new Set();

	constructor(options: PageWalksOptions<Id, Item>) {
		this.#options = options;
	}

	/** When the forge last answered for the newest items. */
	get asOf(): number | undefined {
		return this.#asOf;
	}

	/** When the last walk through the pages ended. */
	get walked(): number | undefined {
		return this.#walked;
	}

	/** Continues from the state on the disk, except for what was read in the meantime. */
	load(state: CollectionState<Id>): void {
		this.#asOf ??= state.asOf ?? undefined;
		this.#walked ??= state.walked ?? undefined;
		if (!this.#options.list.continuesInWindow) this.#walkedTo ??= state.walkedTo;
	}

	/** Adds to what `read` reads, also while it is reading. */
	want({ newestOnly = false, readsAll = false, wanted = [] }: WantedPages<Id>): void {
		this.#wanted = new Set([...this.#wanted, ...wanted]);
		this.#mayWalk ||= !newestOnly;
		this.#mustWalk ||= readsAll;
	}

	/** Forgets what callers wanted, because it was read or cannot be read now. */
	wantNothing(): void {
		this.#mayWalk = false;
		this.#mustWalk = false;
		this.#wanted = new Set();
	}

	/** Reads what callers want. Fails with a `ForgeError`. */
	async read(): Promise<void> {
		do {
			if (this.#isWalkDue()) await this.#readWalkOfOtherWindow();
			await this.#walk();
		} while ((this.#isWalkDue() || this.#wanted.size > 0) && !this.#options.lifetime.ended);
	}

	/** The forge has answered that the newest items are as they are known. */
	confirmNewest(): void {
		this.#asOf = timeOfDay();
		this.#options.didAnswer();
		this.#didReadNewest();
	}

	/** Takes over what another window has read since this window's last walk, which is then no longer due. */
	async #readWalkOfOtherWindow(): Promise<void> {
		const { list, store, known, lifetime } = this.#options;
		const began = known.sequence;
		const walked = this.#walked;
		if (walked === undefined || ((await store.readWalked()) ?? 0) <= walked) return;
		const { state, items } = await store.load();
		if (lifetime.ended || state.walked === null) return;
		known.takeOver(items, began);
		this.#walked = state.walked;
		if (!list.continuesInWindow) this.#walkedTo = state.walkedTo;
	}

	/** Reads the newest pages, until they have what callers want. If a walk is due, goes on with as many further pages as it may have. */
	async #walk(): Promise<void> {
		const { list, known, lifetime, didAnswer } = this.#options;
		const began = known.sequence;
		const iterator = list.pages(lifetime.signal)[Symbol.asyncIterator]();
		const seen = new Set<Id>();
		let total: number | undefined;
		let hasMore = false;
		for (let pageCount = 0; ; pageCount++) {
			if (pageCount > 0 && [...this.#wanted].every((id) => seen.has(id))) {
				// From here on, callers may want others.
				this.#wanted = new Set();
				if (!this.#isWalkDue()) return this.#didReadNewest();
				const isLarge = known.all.size > maxPagesPerWalk * (seen.size / pageCount);
				if (isLarge && this.#walked !== undefined && list.pagesBelow)
					return await this.#continueWalk(list.pagesBelow, seen, began);
			}
			const requestedAt = known.sequence;
			const next = await iterator.next();
			if (lifetime.ended) return;
			if (next.done) break;
			total = next.value.total;
			hasMore = next.value.isLast === false;
			for (const row of next.value.rows) seen.add(list.idOf(row));
			known.putPage(next.value.rows, requestedAt);
			this.#asOf = timeOfDay();
			didAnswer();
			// A short list is known completely, even if only its newest items were wanted.
			if (next.value.isLast && total !== undefined && seen.size >= total) break;
		}
		// If rows are missing, or there were further pages, it is unknown which items are gone.
		if (total === undefined ? !hasMore : seen.size >= total) known.drop((id) => !seen.has(id), began);
		this.#wanted = new Set();
		if (this.#walked === undefined) this.#options.didReadAll();
		this.#didWalk();
	}

	/** Reads as many pages as a walk may have, from where the previous walk has stopped. `newest` are the items that were just read. */
	async #continueWalk(
		pagesBelow: (id: Id, signal: AbortSignal) => AsyncIterable<Page<Item>>,
		newest: ReadonlySet<Id>,
		began: number,
	): Promise<void> {
		const { list, known, lifetime } = this.#options;
		const from = this.#walkedTo ?? [...newest].reduce((lowest, id) => (id < lowest ? id : lowest));
		const seen = new Set<Id>();
		let total: number | undefined;
		let count = 0;
		let isEnd = true;
		let requestedAt = known.sequence;
		for await (const { rows, total: counted, isLast } of pagesBelow(from, lifetime.signal)) {
			if (lifetime.ended) return;
			for (const row of rows) seen.add(list.idOf(row));
			known.putPage(rows, requestedAt);
			requestedAt = known.sequence;
			count += 1;
			total = counted;
			// If pages do not say which one is the last, fewer than a walk may have are all that there are.
			isEnd = isLast ?? (rows.length === 0 || count < maxPagesPerWalk);
			if (isLast || rows.length === 0 || count === maxPagesPerWalk) break;
		}
		// A list that names a further page may also end there, for example because the page repeats earlier rows.
		const to = isEnd ? undefined : [...seen].at(-1);
		const wasRead = (id: Id) => id < from && (isEnd || (to !== undefined && id >= to));
		// If as many items are known as the forge has, the missing rows were left out rather than deleted.
		if (total === undefined || known.all.size > total)
			known.drop((id) => wasRead(id) && !seen.has(id), began);
		this.#walkedTo = to;
		this.#didWalk();
	}

	#isWalkDue(): boolean {
		const isOld = !isRecent(this.#walked, walkIntervalMs);
		return this.#mustWalk || (this.#mayWalk && isOld);
	}

	#didWalk(): void {
		this.#walked = timeOfDay();
		this.#mustWalk = false;
		this.#didReadNewest();
	}

	#didReadNewest(): void {
		const { store, known, didReadNewest } = this.#options;
		store.putState({
			asOf: this.#asOf ?? null,
			walked: this.#walked ?? null,
			...(this.#walkedTo !== undefined && { walkedTo: this.#walkedTo }),
			count: known.all.size,
		});
		didReadNewest();
	}
}
