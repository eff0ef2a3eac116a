import { abortable } from '../../../base/abort.ts';
import { timeOfDay } from '../../../base/clock.ts';
import type { List, Patchset } from '../../../forge/shapes/lists.ts';
import type { DeliveryFacts } from '../../../forge/webhooks/delivery-facts.ts';
import type { ListHappening } from '../../../platform/model/forge-events.ts';
import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import { type FoundNews, type NewsRequest, readNews } from '../../../platform/state/watch/read-news.ts';
import type { ListCache } from '../lists/list-cache.ts';
import {
	type ListCursor,
	ListCursorShape,
	moveListCursor,
	startListCursor,
	unreported,
	versionOfDetails,
} from './list-cursor.ts';
import { listNews, statusEvents } from './new-list-events.ts';

interface WatchListOptions extends NewsRequest<ListCache> {
	/**
	 * What webhooks have delivered. At the first read of a list, the mails and patchsets of signed deliveries count as new, and so do all that came
	 * later.
	 */
	readonly deliveries?: readonly DeliveryFacts[];
	/** Whether to leave out what rarely changes. */
	readonly isBrief?: boolean;
	/** The user name of the account, with the tilde. What this user does is not reported. */
	readonly me: string;
	/** Whether the user has set the status of a patchset, because the forge does not say who has. */
	readonly isOwnStatus?: (patchset: Patchset) => boolean;
}

/** If so many mails or patchsets are new, there may be more than the forge lists at once: 50 in REST, and 25 in GraphQL. */
const burst = 20;

/** Refreshes a list and returns what others have sent to it or changed since the cursor. Fails with a `ForgeError`. */
export function watchList(options: WatchListOptions): Promise<FoundNews<ListCursor, ListHappening>> {
	const { cache, deliveries, isBrief = false, signal } = options;
	return readNews(options, {
		shape: ListCursorShape,
		refresh: () => cache.refresh({ newestOnly: true, isBrief }),
		start: () => startListCursor(contentOf(cache), deliveries),
		find: async (cursor) => {
			for (const kind of ['mails', 'patchsets'] as const) {
				if (unreported(cursor[kind], cache[kind].keys()).size < burst) continue;
				await abortable(cache.readFurtherPages(kind), signal);
				if (cache.lastError) throw cache.lastError;
			}
			return newsOf(options, cursor);
		},
	});
}

function newsOf(
	{ cache, me, isOwnStatus = () => false }: WatchListOptions,
	cursor: ListCursor,
): FoundNews<ListCursor, ListHappening> {
	const content = contentOf(cache);
	const { mails, patchsets } = content;
	const facts = { key: cache.key, mails, patchsets, threads: cache.threads, me };
	const { events, waiting } = listNews(facts, {
		mails: unreported(cursor.mails, mails.keys()),
		patchsets: unreported(cursor.patchsets, patchsets.keys()),
		waiting: new Set(cursor.waiting),
		now: timeOfDay(),
	});
	return {
		events: [
			...events,
			...statusEvents(facts, cursor.patchsets.entries, isOwnStatus),
			...detailsEvents(cache.key, cursor, content.details),
		],
		cursor: moveListCursor(cursor, content, waiting),
	};
}

const contentOf = ({ mails, patchsets, details }: ListCache) => ({
	mails,
	patchsets,
	details: details?.value,
});

/** The cache has no details of the user's own lists. There is no event for those, because only the user changes them. */
function detailsEvents(
	{ account, owner, list }: ListKey,
	{ details: before }: ListCursor,
	details: List | undefined,
): readonly ListHappening[] {
	if (!details || before === null || versionOfDetails(details) === before) return [];
	const place = { account, owner, list };
	return [
		{
			key: `list ${listRef(place)} ${versionOfDetails(details)} ${details.updated}`,
			at: details.updated,
			by: '',
			title: listRef(place),
			concerns: ['watched'],
			kind: 'list',
			place,
			item: null,
		},
	];
}
