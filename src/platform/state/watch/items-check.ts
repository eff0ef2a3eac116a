/** How one request checks several items of an account. */
export interface ItemsCheck<Cache> {
	/** The most items of one check. */
	readonly most: number;
	/**
	 * Items that have not changed count as just read. All others, and those that the forge does not show, are left to separate reads. The caches
	 * must have read their stored data. Fails with a `ForgeError`.
	 */
	readonly run: (caches: readonly Cache[], signal: AbortSignal) => Promise<void>;
}

interface ItemsCheckOptions<Cache, Found> extends Pick<ItemsCheck<Cache>, 'most'> {
	/** Whether the cache has everything but what is new, so that a check can be enough. */
	readonly isKnown: (cache: Cache) => boolean;
	/** Asks the forge for what is newest in each. */
	readonly ask: (caches: readonly Cache[], signal: AbortSignal) => Promise<readonly Found[]>;
	/** Whether `found` is about the item of the cache, and the cache has it already. */
	readonly isUnchanged: (cache: Cache, found: Found) => boolean;
}

export const itemsCheck = <Cache extends { confirmNewest(): void }, Found>({
	most,
	isKnown,
	ask,
	isUnchanged,
}: ItemsCheckOptions<Cache, Found>): ItemsCheck<Cache> => ({
	most,
	run: async (caches, signal) => {
		const checked = caches.filter(isKnown);
		if (checked.length === 0) return;
		for (const found of await ask(checked, signal))
			for (const cache of checked) if (isKnown(cache) && isUnchanged(cache, found)) cache.confirmNewest();
	},
});
