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
