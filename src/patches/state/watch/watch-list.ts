import { abortable } from '../../../base/abort.ts';
import { timeOfDay } from '../../../base/clock.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { List, Patchset } from '../../../forge/shapes/lists.ts';
import type { ListHappening } from '../../../platform/model/forge-events.ts';
import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import { isReadRecently, type ReadCause } from '../../../platform/state/read-cause.ts';
import type { ListCache } from '../lists/list-cache.ts';
import {
	type DeliveredItems,
	type ListCursor,
	moveListCursor,
	readListCursor,
	startListCursor,
	unreported,
	versionOfDetails,
} from './list-cursor.ts';
import { listNews, statusEvents } from './new-list-events.ts';

interface WatchListOptions {
	readonly cache: ListCache;
	/** What an earlier call has returned, as it was stored. If there is none, only what was delivered is new, and what has come later. */
	readonly cursor: unknown;
	/** What verified deliveries tell of. */
	readonly delivered?: DeliveredItems;
	/** By default, the forge is asked. */
	readonly cause?: ReadCause | undefined;
	/** Whether to leave out what rarely changes. */
	readonly isBrief?: boolean;
	/** The user name of the account, with the tilde. What this user does is not reported. */
	readonly me: string;
	/** Whether the user has set the status of a patchset, because the forge does not say who has. */
	readonly isOwnStatus?: (patchset: Patchset) => boolean;
	readonly signal: AbortSignal;
}

interface WatchedList {
	/** The oldest first. */
	readonly events: readonly ListHappening[];
	readonly cursor: ListCursor;
}

/** If so many mails or patchsets are new, there may be more than the forge lists at once: 50 in REST, and 25 in GraphQL. */
const burst = 20;

/** Refreshes a list and returns what others have sent to it or changed since the cursor. Fails with a `ForgeError`. */
export async function watchList({
	cache,
	cursor: stored,
	delivered,
	cause,
	isBrief = false,
	me,
	isOwnStatus = () => false,
	signal,
}: WatchListOptions): Promise<WatchedList> {
	const asOf = Math.min(cache.asOf ?? 0, cache.mailsAsOf ?? 0);
	if (cache.lastError || !isReadRecently({ cause, cursor: stored, asOf })) {
		// A read in progress may have begun before another window moved the cursor. Its older answers would look like changes, so wait for
		// it and read again.
		if (cache.isReading) await abortable(cache.refresh({ newestOnly: true, isBrief }), signal);
		await completed(cache, cache.refresh({ newestOnly: true, isBrief }), signal);
	}
	const cursor = readListCursor(stored) ?? startListCursor(contentOf(cache), delivered);
	for (const kind of ['mails', 'patchsets'] as const)
		if (unreported(cursor[kind], cache[kind].keys()).size >= burst)
			await completed(cache, cache.readFurtherPages(kind), signal);
	const content = contentOf(cache);
	const { mails, patchsets } = content;
	const facts = { key: cache.key, mails, patchsets, threads: cache.threads, me };
	const { events, waiting } = listNews(facts, {
		mails: unreported(cursor.mails, mails.keys()),
		patchsets: unreported(cursor.patchsets, patchsets.keys()),
		waiting: new Set(cursor.waiting),
		now: timeOfDay(),
	});
	const timeOf = ({ at }: ListHappening) => parseTime(at) ?? 0;
	return {
		events: [
			...events,
			...statusEvents(facts, cursor.statuses, isOwnStatus),
			...detailsEvents(cache.key, cursor, content.details),
		].sort((one, other) => timeOf(one) - timeOf(other)),
		cursor: moveListCursor(cursor, content, waiting),
	};
}

async function completed(cache: ListCache, reading: Promise<void>, signal: AbortSignal): Promise<void> {
	await abortable(reading, signal);
	if (cache.lastError) throw cache.lastError;
}

const contentOf = ({ mails, patchsets, details }: ListCache) => ({
	mails,
	patchsets,
	details: details?.value,
});

/** The user has changed the details of one of their lists, which the cache does not have. */
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
