import type { Client } from '../../../forge/client/connect.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import { List } from '../../../forge/shapes/lists.ts';
import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../../platform/state/cache/value-store.ts';

/** The details of a list of another user. */
export function createListDetails(
	key: ListKey,
	client: Client<typeof listRows>,
	{ cache, log }: CacheContext,
): ValueCache<List> {
	const { owner, list } = key;
	return new ValueCache<List>({
		read: (signal) => client.list({ owner, list }, { signal }),
		store: createValueStore({ storage: cache, name: ['list', listRef(key)], shape: List, log }),
		log,
	});
}
