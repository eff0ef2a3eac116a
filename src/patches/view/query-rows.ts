import { formatNumber } from '../../base/text/numbers.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import { failureRow } from '../../platform/view/failure-rows.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { QueryTarget } from '../model/query-target.ts';
import type { ListQuery } from '../state/lists/list-query.ts';
import type { DiscussionSummary, SeriesSummary, ThreadSummaries } from '../state/lists/series-summary.ts';
import { matchesOf, type QueryMatch } from '../state/series/query-result.ts';
import type { DescribeUsers } from './describe-users.ts';
import { discussionRow } from './discussion-rows.ts';
import { seriesRow } from './series-rows.ts';
import type { ShownList } from './waiting-statuses.ts';

interface QueryRowInput {
	readonly query: SavedQuery;
	readonly listCache: ShownList;
	/** With the statuses that the user has set. */
	readonly threads: () => ThreadSummaries;
	/** The id of the row of the list. */
	readonly listRowId: string;
	/** How many mails have arrived in a thread since the user last looked. */
	readonly countUnseen: (thread: SeriesSummary | DiscussionSummary) => number;
	/** Describes users in Markdown, for hovers. */
	readonly describeUsers?: DescribeUsers;
}

/** How many series and threads are shown, and how many more each time that the user loads more. */
const maxShown = 500;

/** The row of a saved query, with the series and threads that the forge finds for it. */
export function queryRow(input: QueryRowInput): Row {
	const { query, listRowId } = input;
	const id = `${listRowId}/query/${query.name}`;
	return {
		id,
		label: query.name,
		icon: 'search',
		tooltip: query.text,
		spokenLabel: `${query.name}, query`,
		context: 'query',
		children: () => resultRows(id, input),
	};
}

async function resultRows(
	id: string,
	{ query, listCache, threads, countUnseen, describeUsers }: QueryRowInput,
): Promise<readonly Row[]> {
	const result = listCache.query(query.text);
	await result.open();
	result.refreshIfOld();
	const failures = failureRows(id, result);
	const { mails, hasMore, loads } = result;
	if (!mails)
		return failures.length > 0 ? failures : [noticeRow(`loading/${id}`, 'loading~spin', 'Searching…')];
	const matches = matchesOf(mails, listCache.mails, threads());
	if (matches.length === 0) return [noticeRow(`empty/${id}`, 'info', 'No matches'), ...failures];
	const rowOf = (match: QueryMatch): Row =>
		match.kind === 'series'
			? seriesRow({
					listCache,
					series: match.series,
					listRowId: id,
					listId: id,
					describeUsers,
					unseen: countUnseen(match.series),
				})
			: discussionRow(match.discussion, {
					list: listCache.key,
					groupId: id,
					describeUsers,
					unseen: countUnseen(match.discussion),
				});
	const most = maxShown * loads;
	const more = matches.length - most;
	return [
		...matches.slice(0, most).map(rowOf),
		...(more > 0 ? [noticeRow(`${id}/more`, 'ellipsis', `${formatNumber(more)} more`)] : []),
		...(hasMore ? [loadMoreRow(id, mails.length, { list: listCache.key, text: query.text })] : []),
		...failures,
	];
}

/** Loads more of the mails that the forge finds. */
function loadMoreRow(id: string, length: number, target: QueryTarget): Row {
	const known = `only the newest ${formatNumber(length)} mails were searched`;
	return noticeRow(`${id}/cut`, 'ellipsis', 'Load More', {
		description: known,
		tooltip: `Click to find older patchsets and discussions: ${known}.`,
		spokenLabel: `Load More, ${known}`,
		command: { id: 'tildeforge.loadMorePatchsets', title: 'Load More', arguments: [target] },
	});
}

/** Says why there is no result, or only an older one. */
function failureRows(id: string, { lastError }: ListQuery): readonly Row[] {
	if (!lastError) return [];
	if (lastError.kind === 'refused')
		return [
			noticeRow(`refused/${id}`, 'warning', 'The forge rejected this query', {
				description: lastError.message,
				tooltip: `${lastError.message} Click to edit the saved queries.`,
				command: { id: 'tildeforge.editPatchQueries', title: 'Edit Saved Patch Queries' },
			}),
		];
	return [{ ...failureRow(lastError), id: `notice/failed/${id}` }];
}
