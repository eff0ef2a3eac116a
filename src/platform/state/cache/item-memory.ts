interface ItemMemoryOptions<Id, Item> {
	/** Where changes are kept. */
	readonly store: {
		put(items: readonly Item[], options?: { readonly areNew?: boolean }): void;
		remove(ids: readonly Id[]): void;
	};
	readonly idOf: (item: Item) => Id;
	/** Converts an item from the forge to the form in which it is kept. */
	readonly toStored: (item: Item) => Item;
	readonly isSame: (one: Item, other: Item) => boolean;
	/** Whether `one` is an older version of the item than `other`. By default, this is not known. */
	readonly isOlder?: ((one: Item, other: Item) => boolean) | undefined;
	/** Called with the items that were changed, added or removed. */
	readonly changed: (ids: readonly Id[]) => void;
}

/** The known items of a collection. Of two answers whose requests overlap, the one with the newer version of an item counts. */
export class ItemMemory<Id, Item> {
	readonly #options: ItemMemoryOptions<Id, Item>;
	readonly #items = new Map<Id, Item>();
	/** The `sequence` at which `put` last stored each item, or `remove` removed it. */
	readonly #putAt = new Map<Id, number>();
	/** The `sequence` at which a page last had each item, or at which an item was last missing from the pages. */
	readonly #listedAt = new Map<Id, number>();
	#sequence = 0;
	#revision = 0;

	constructor(options: ItemMemoryOptions<Id, Item>) {
		this.#options = options;
	}

	/** In no particular order. The map changes as items arrive. */
	get all(): ReadonlyMap<Id, Item> {
		return this.#items;
	}

	/** Counts what was stored and removed. Read it before a request, and pass it on with the answer. */
	get sequence(): number {
		return this.#sequence;
	}

	/** Grows with each change, before it is reported. */
	get revision(): number {
		return this.#revision;
	}

	/** Adds items from the disk. Those that the forge has sent in the meantime are newer. */
	load(items: ReadonlyMap<Id, Item>): void {
		for (const [id, item] of items) if (!this.#items.has(id)) this.#items.set(id, item);
		if (items.size > 0) this.#revision += 1;
	}

	/** Adds an incomplete item, unless the item is known. Any answer that is not older replaces it. */
	add(item: Item): void {
		const id = this.#options.idOf(item);
		if (this.#items.has(id)) return;
		this.#didList([id]);
		this.#store([item]);
	}

	/** Stores an item that was read on its own, by a request that began at `requestedAt`, or that is the answer to a change. */
	put(item: Item, requestedAt: number): void {
		if (!this.#replacesKnown(item, requestedAt)) return;
		this.#sequence += 1;
		this.#putAt.set(this.#options.idOf(item), this.#sequence);
		this.#store([item]);
	}

	/** Removes an item that was deleted. The answers to earlier requests do not bring it back. */
	remove(id: Id): void {
		this.#sequence += 1;
		this.#putAt.set(id, this.#sequence);
		this.drop((one) => one === id, this.#sequence);
	}

	/** Stores the items of a page that was requested at `requestedAt`. */
	putPage(rows: readonly Item[], requestedAt: number): void {
		const stored = rows.filter((row) => this.#replacesKnown(row, requestedAt));
		this.#didList(stored.map(this.#options.idOf));
		this.#store(stored);
	}

	/** Removes items that a list which was requested at `requestedAt` no longer has, except for those that were stored since. */
	drop(isGone: (id: Id) => boolean, requestedAt: number): void {
		const gone = this.#notStoredSince(requestedAt).filter(isGone);
		for (const id of gone) this.#items.delete(id);
		this.#didList(gone);
		this.#options.store.remove(gone);
		this.#changed(gone);
	}

	/** Takes over what another window has stored, except for what this window has learned since `began`. */
	takeOver(items: ReadonlyMap<Id, Item>, began: number): void {
		const { isSame } = this.#options;
		const changed = [...items].filter(([id, item]) => {
			const known = this.#items.get(id);
			return this.#replacesKnown(item, began) && (known === undefined || !isSame(known, item));
		});
		const gone = this.#notStoredSince(began).filter((id) => !items.has(id));
		for (const [id, item] of changed) this.#items.set(id, item);
		for (const id of gone) this.#items.delete(id);
		const ids = [...changed.map(([id]) => id), ...gone];
		this.#didList(ids);
		this.#changed(ids);
	}

	/**
	 * Whether an answer replaces the known item. If that was stored during the request, the newer version counts. Of equally new ones, an item
	 * that was put stays, and an item of a page is replaced.
	 */
	#replacesKnown(item: Item, requestedAt: number): boolean {
		const { idOf, isOlder = () => false } = this.#options;
		const id = idOf(item);
		const wasPut = this.#wasPutSince(id, requestedAt);
		if (!wasPut && !this.#wasListedSince(id, requestedAt)) return true;
		const known = this.#items.get(id);
		// The item was removed in the meantime.
		if (known === undefined) return false;
		if (isOlder(known, item)) return true;
		return !isOlder(item, known) && !wasPut;
	}

	#notStoredSince(requestedAt: number): readonly Id[] {
		const wasStored = (id: Id) => this.#wasPutSince(id, requestedAt) || this.#wasListedSince(id, requestedAt);
		return [...this.#items.keys()].filter((id) => !wasStored(id));
	}

	#wasPutSince(id: Id, requestedAt: number): boolean {
		return (this.#putAt.get(id) ?? 0) > requestedAt;
	}

	#wasListedSince(id: Id, requestedAt: number): boolean {
		return (this.#listedAt.get(id) ?? 0) > requestedAt;
	}

	#didList(ids: readonly Id[]): void {
		this.#sequence += 1;
		for (const id of ids) this.#listedAt.set(id, this.#sequence);
	}

	#store(items: readonly Item[]): void {
		const { idOf, toStored, isSame, store } = this.#options;
		const changed: Item[] = [];
		const added: Item[] = [];
		for (const one of items) {
			const id = idOf(one);
			const item = toStored(one);
			const known = this.#items.get(id);
			if (known !== undefined && isSame(known, item)) continue;
			this.#items.set(id, item);
			if (known === undefined) added.push(item);
			else changed.push(item);
		}
		// An item that the page has twice is added first, and then changed.
		if (added.length > 0) store.put(added, { areNew: true });
		if (changed.length > 0) store.put(changed);
		this.#changed([...added, ...changed].map(idOf));
	}

	#changed(ids: readonly Id[]): void {
		if (ids.length === 0) return;
		this.#revision += 1;
		this.#options.changed(ids);
	}
}
