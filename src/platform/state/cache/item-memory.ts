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
	/** Called with the items that were changed, added or removed. */
	readonly changed: (ids: readonly Id[]) => void;
}

/** The known items of a collection. An answer replaces nothing that was stored since its request began. */
export class ItemMemory<Id, Item> {
	readonly #options: ItemMemoryOptions<Id, Item>;
	readonly #items = new Map<Id, Item>();
	/** The `sequence` at which each item was last stored by `put`, or removed. */
	readonly #putAt = new Map<Id, number>();
	#sequence = 0;
	#revision = 0;

	constructor(options: ItemMemoryOptions<Id, Item>) {
		this.#options = options;
	}

	/** In no particular order. The map changes as items arrive. */
	get all(): ReadonlyMap<Id, Item> {
		return this.#items;
	}

	/** Counts the items that `put` has stored, and those that were removed. */
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

	/** Stores an item that was read on its own, by a request that began at `requestedAt`, or that is the answer to a change. */
	put(item: Item, requestedAt: number): void {
		const id = this.#options.idOf(item);
		if (!this.#isOlder(id, requestedAt)) return;
		this.#sequence += 1;
		this.#putAt.set(id, this.#sequence);
		this.putPage([item], this.#sequence);
	}

	/** Removes an item that was deleted. The answers to earlier requests do not bring it back. */
	remove(id: Id): void {
		this.#sequence += 1;
		this.#putAt.set(id, this.#sequence);
		this.drop((one) => one === id, this.#sequence);
	}

	/** Stores the items of a page that was requested at `requestedAt`. */
	putPage(rows: readonly Item[], requestedAt: number): void {
		const { idOf, toStored, isSame, store } = this.#options;
		const changed: Item[] = [];
		const added: Item[] = [];
		for (const row of rows) {
			const id = idOf(row);
			if (!this.#isOlder(id, requestedAt)) continue;
			const item = toStored(row);
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

	/** Removes items, except for those that were put after `began`. */
	drop(isGone: (id: Id) => boolean, began: number): void {
		const gone = this.#olderThan(began).filter(isGone);
		for (const id of gone) this.#items.delete(id);
		this.#options.store.remove(gone);
		this.#changed(gone);
	}

	/** Takes over what another window has stored, except for items that this window has put after `began`. */
	takeOver(items: ReadonlyMap<Id, Item>, began: number): void {
		const { isSame } = this.#options;
		const changed = [...items].filter(([id, item]) => {
			const known = this.#items.get(id);
			return this.#isOlder(id, began) && (known === undefined || !isSame(known, item));
		});
		const gone = this.#olderThan(began).filter((id) => !items.has(id));
		for (const [id, item] of changed) this.#items.set(id, item);
		for (const id of gone) this.#items.delete(id);
		this.#changed([...changed.map(([id]) => id), ...gone]);
	}

	#isOlder(id: Id, sequence: number): boolean {
		return (this.#putAt.get(id) ?? 0) <= sequence;
	}

	#olderThan(sequence: number): readonly Id[] {
		return [...this.#items.keys()].filter((id) => this.#isOlder(id, sequence));
	}

	#changed(ids: readonly Id[]): void {
		if (ids.length === 0) return;
		this.#revision += 1;
		this.#options.changed(ids);
	}
}
