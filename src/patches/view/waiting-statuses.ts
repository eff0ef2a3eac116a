import type { ListKey } from '../../platform/model/keys.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import type { DiscussionSummary, SeriesSummary, ThreadSummaries } from '../state/lists/series-summary.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';
import type { DescribeUsers } from './describe-users.ts';

/** What the rows of a list show of it. */
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

/** What the rows of the threads of a list are made of. */
export interface ThreadRowsInput {
	readonly listCache: ShownList;
	/** With the statuses that the user has set. */
	readonly threads: () => ThreadSummaries;
	/** The id of the row of the list. */
	readonly id: string;
	/** How many mails have arrived in a thread since the user last looked. */
	readonly countUnseen: (thread: SeriesSummary | DiscussionSummary) => number;
	/** Describes users in Markdown, for hovers. */
	readonly describeUsers?: DescribeUsers;
}

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

/** The threads of a list with the statuses that the user has set, as if they were on the forge. */
export const shownThreads = ({ key, threads }: ListCache, statuses: StatusChanges): ThreadSummaries =>
	hasWaitingStatuses(key, statuses)
		? { ...threads, series: threads.series.map((one) => withWaitingStatus(one, key, statuses)) }
		: threads;
