import { Lifetime } from '../../../base/lifetime.ts';
import type { ListKey } from '../../../platform/model/keys.ts';
import type { MailingLists } from '../mailing-lists.ts';
import type { SeenSeries } from './seen-series.ts';

type SeenOnPage = Pick<SeenSeries, 'see' | 'seenUpToOf'>;

/** Remembers what the user has seen on pages, which name only the series of a list: a page may also show a discussion. */
export function seenOnPages(seen: SeenOnPage, lists: Pick<MailingLists, 'of'>): SeenOnPage {
	const discussionsOf = ({ account, owner, list }: ListKey) => {
		const holder = new Lifetime();
		try {
			// A page holds the cache of its list open.
			return lists.of(account)?.lists.cache({ owner, name: list }, holder).threads.discussions ?? [];
		} finally {
			holder.dispose();
		}
	};
	return {
		see: (key, all) => seen.see(key, [...all, ...discussionsOf(key)]),
		seenUpToOf: (key, all) => seen.seenUpToOf(key, [...all, ...discussionsOf(key)]),
	};
}
