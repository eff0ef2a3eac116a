/** How one request checks several items of an account. */
export interface ItemsCheck<Cache> {
	/** The most items of one check. */
	readonly most: number;
	/**
	 * Those in which all is as it is known count as just read. The others, and those that the forge does not show, are left to reads of their own.
	 * The caches are opened. Fails with a `ForgeError`.
	 */
	readonly run: (caches: readonly Cache[], signal: AbortSignal) => Promise<void>;
}

interface ItemsCheckOptions<Cache, Found> extends Pick<ItemsCheck<Cache>, 'most'> {
	/** Whether nothing but what is new would have to be read. */
	readonly isKnown: (cache: Cache) => boolean;
	/** Asks the forge for what is newest in each. */
	readonly ask: (caches: readonly Cache[], signal: AbortSignal) => Promise<readonly Found[]>;
	/** Whether this was found in the item of the cache, and is as it is known. */
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
