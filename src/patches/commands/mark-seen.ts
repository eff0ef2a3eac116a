import { Lifetime } from '../../base/lifetime.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import type { SeenSeries } from '../state/series/seen-series.ts';

/** Marks all series of the lists as seen: they have no dot until a mail arrives. Returns the message for the status bar. */
export async function markSeen(
	keys: readonly ListKey[],
	lists: Pick<MailingLists, 'of'>,
	seen: Pick<SeenSeries, 'seeAll'>,
): Promise<string> {
	const holder = new Lifetime();
	try {
		for (const key of keys) {
			const cache = lists.of(key.account)?.lists.cache({ owner: key.owner, name: key.list }, holder);
			await cache?.open();
			// Series that are loaded for the first time count as seen anyway.
			if (cache && cache.threads.series.length > 0) seen.seeAll(key, cache.threads.series);
		}
	} finally {
		holder.dispose();
	}
	const [only] = keys;
	const where = only && keys.length === 1 ? listRef(only) : count(keys.length, 'mailing list');
	return `Marked all patchsets of ${where} as seen`;
}
