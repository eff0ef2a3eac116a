import { Lifetime } from '../../base/lifetime.ts';
import { count } from '../../base/text/numbers.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { everyThread } from '../state/lists/series-summary.ts';
import type { ListAccount, MailingLists } from '../state/mailing-lists.ts';
import { listsOfSent, myThreadsIn } from '../state/series/my-series.ts';
import type { SeriesSeenState } from '../state/series/series-seen-state.ts';

/** Marks all series and discussions of the lists as seen: they have no dot until a mail arrives. Returns the message for the status bar. */
export async function markSeen(keys: readonly ListKey[], lists: MailingLists): Promise<string> {
	using lifetime = new Lifetime();
	for (const key of keys) {
		const cache = lists.of(key.account)?.lists.cache({ owner: key.owner, name: key.list }, lifetime);
		await cache?.open();
		const threads = everyThread(cache?.threads ?? { series: [], discussions: [] });
		// Threads that are loaded for the first time count as seen anyway.
		if (cache && threads.length > 0) lists.seen.seeAll(key, threads, cache.patchsets);
	}
	const [only] = keys;
	const where = only && keys.length === 1 ? listRef(only) : count(keys.length, 'mailing list');
	return `Marked all patchsets and discussions of ${where} as seen`;
}

/** Marks what the accounts have sent as seen, to any list. */
export async function markMineSeen(accounts: readonly ListAccount[], seen: SeriesSeenState): Promise<void> {
	using lifetime = new Lifetime();
	for (const { session, sent, lists } of accounts) {
		await sent.open();
		const all = [...sent.items.values()];
		for (const { owner, name } of listsOfSent(all)) {
			const cache = lists.cache({ owner, name }, lifetime);
			await cache.open();
			const sentToList = all.filter(({ list }) => list.owner === owner && list.name === name);
			const mine = myThreadsIn({ owner, name }, sentToList, cache.threads);
			const threads = [
				...[...mine.series, ...mine.reviewed].map(({ series }) => series),
				...mine.discussions.map(({ discussion }) => discussion),
			];
			seen.seeThreads({ account: session.id, owner, list: name }, threads, cache.patchsets);
		}
	}
}
