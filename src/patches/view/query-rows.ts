import { formatNumber } from '../../base/text/numbers.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import { failureRow } from '../../platform/view/failure-rows.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { QueryTarget } from '../model/query-target.ts';
import type { ListQuery } from '../state/lists/list-query.ts';
import { matchesOf, type QueryMatch } from '../state/series/query-result.ts';
import { discussionRow } from './discussion-rows.ts';
import { seriesRow } from './series-rows.ts';
import type { ThreadRowsInput } from './waiting-statuses.ts';

/** How many series and threads are shown, and how many more each time that the user loads more. */
const maxShown = 500;

/** The row of a saved query, with the series and threads that the forge finds for it. */
export function queryRow(query: SavedQuery, input: ThreadRowsInput): Row {
	const id = `${input.id}/query/${query.name}`;
	return {
		id,
		label: query.name,
		icon: 'search',
		tooltip: query.text,
		spokenLabel: `${query.name}, query`,
		context: 'query',
		keepsOrder: true,
		children: () => resultRows(id, query, input),
	};
}

async function resultRows(
	id: string,
	query: SavedQuery,
	{ listCache, threads, countUnseen, describeUsers }: ThreadRowsInput,
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
					names: ['submitter'],
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
	const known = `only the newest ${formatNumber(length)} matching mails are shown`;
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
