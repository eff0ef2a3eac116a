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

/** The known items of a collection. An answer replaces nothing that a later request has brought. */
export class ItemMemory<Id, Item> {
	readonly #options: ItemMemoryOptions<Id, Item>;
	readonly #items = new Map<Id, Item>();
	/** The number of the request that has brought or removed each item. Items from the disk have none. */
	readonly #requests = new Map<Id, number>();
	#lastRequest = 0;
	#revision = 0;

	constructor(options: ItemMemoryOptions<Id, Item>) {
		this.#options = options;
	}

	/** In no particular order. The map changes as items arrive. */
	get all(): ReadonlyMap<Id, Item> {
		return this.#items;
	}

	/** Grows with each change, before it is reported. */
	get revision(): number {
		return this.#revision;
	}

	/** Call when a request begins. Its answer is stored with the result. */
	begin(): number {
		this.#lastRequest += 1;
		return this.#lastRequest;
	}

	/** Adds items from the disk. Those that the forge has sent in the meantime are newer. */
	load(items: ReadonlyMap<Id, Item>): void {
		for (const [id, item] of items) if (!this.#items.has(id)) this.#items.set(id, item);
		if (items.size > 0) this.#revision += 1;
	}

	/** Removes an item that was deleted. The answers to earlier requests do not bring it back. */
	remove(id: Id): void {
		const request = this.begin();
		this.#requests.set(id, request);
		this.drop((one) => one === id, request);
	}

	/** Stores the items of an answer. */
	put(rows: readonly Item[], request: number): void {
		const { idOf, toStored, isSame, store } = this.#options;
		const changed: Item[] = [];
		const added: Item[] = [];
		for (const row of rows) {
			const id = idOf(row);
			if (!this.#isOlder(id, request)) continue;
			this.#requests.set(id, request);
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

	/** Removes items, except for those that a later request has brought. */
	drop(isGone: (id: Id) => boolean, request: number): void {
		const gone = this.#olderThan(request).filter(isGone);
		for (const id of gone) this.#items.delete(id);
		this.#options.store.remove(gone);
		this.#changed(gone);
	}

	/** Takes over what another window has stored, except for items that a later request of this window has brought. */
	takeOver(items: ReadonlyMap<Id, Item>, request: number): void {
		const { isSame } = this.#options;
		const changed = [...items].filter(([id, item]) => {
			const known = this.#items.get(id);
			return this.#isOlder(id, request) && (known === undefined || !isSame(known, item));
		});
		const gone = this.#olderThan(request).filter((id) => !items.has(id));
		for (const [id, item] of changed) this.#items.set(id, item);
		for (const id of gone) this.#items.delete(id);
		this.#changed([...changed.map(([id]) => id), ...gone]);
	}

	#isOlder(id: Id, request: number): boolean {
		return (this.#requests.get(id) ?? 0) <= request;
	}

	#olderThan(request: number): readonly Id[] {
		return [...this.#items.keys()].filter((id) => this.#isOlder(id, request));
	}

	#changed(ids: readonly Id[]): void {
		if (ids.length === 0) return;
		this.#revision += 1;
		this.#options.changed(ids);
	}
}
