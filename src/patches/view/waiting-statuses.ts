import type { ListKey } from '../../platform/model/keys.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import type { SeriesSummary } from '../state/lists/series-summary.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';

/** A list as its rows show it. */
export type ShownList = Pick<
	ListCache,
	| 'key'
	| 'storedCounts'
	| 'open'
	| 'threads'
	| 'details'
	| 'mails'
	| 'isComplete'
	| 'hasOlder'
	| 'hasOlderMails'
	| 'lastError'
	| 'readPatches'
	| 'query'
>;

/** A series of a list with the status that the user has set, as if it were on the forge. */
export function withWaitingStatus(
	series: SeriesSummary,
	list: ListKey,
	statuses: StatusChanges,
): SeriesSummary {
	const { patchset } = series;
	const status = patchset && statuses.waitingStatusOf({ ...list, patchset: patchset.id });
	return status === undefined || status === patchset?.status
		? series
		: { ...series, status, isWaiting: true };
}

/** Whether the user has set statuses in a list that are not on the forge yet. */
export const hasWaitingStatuses = ({ account, owner, list }: ListKey, { outbox }: StatusChanges): boolean =>
	outbox.entries.some(({ key }) => key.account === account && key.owner === owner && key.list === list);

/** A list with the statuses that the user has set, as if they were on the forge. */
export function withWaitingStatuses(cache: ListCache, statuses: StatusChanges): ShownList {
	const { key } = cache;
	return {
		key,
		get storedCounts() {
			return cache.storedCounts;
		},
		open: () => cache.open(),
		get threads() {
			const { threads } = cache;
			if (!hasWaitingStatuses(key, statuses)) return threads;
			return { ...threads, series: threads.series.map((one) => withWaitingStatus(one, key, statuses)) };
		},
		get details() {
			return cache.details;
		},
		get isComplete() {
			return cache.isComplete;
		},
		get hasOlder() {
			return cache.hasOlder;
		},
		get hasOlderMails() {
			return cache.hasOlderMails;
		},
		get lastError() {
			return cache.lastError;
		},
		get mails() {
			return cache.mails;
		},
		readPatches: (patchset) => cache.readPatches(patchset),
		query: (text) => cache.query(text),
	};
}
