import { formatNumber } from '../../base/text/numbers.ts';
import { type ItemName, itemRef } from '../../platform/model/item-name.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { DiscussionSummary, SeriesSummary } from '../state/lists/series-summary.ts';
import type { MySeries, MyThreads } from '../state/series/my-series.ts';
import type { DescribeUsers } from './describe-users.ts';
import { discussionRow, discussionsRow } from './discussion-rows.ts';
import { maxShown, moreRow } from './group-row.ts';
import { seriesRow } from './series-rows.ts';
import { newText, type PatchSource } from './version-rows.ts';

/** What the rows below *Sent by Me* are made of. */
export interface SentRowsInput {
	readonly cacheOf: (list: ItemName) => PatchSource | undefined;
	readonly keyOf: (list: ItemName) => ListKey;
	readonly countUnseen: (list: ItemName, thread: SeriesSummary | DiscussionSummary) => number;
	readonly describeUsers: DescribeUsers;
}

/** What a folded row says of its series. */
export interface SeriesGroup {
	/** Ends the id of its row. */
	readonly name: string;
	readonly label: string;
	readonly icon: string;
	readonly tooltip?: string;
}

/** The folded row of several series; none without series. */
export function seriesGroup(
	{ name, ...shown }: SeriesGroup,
	parentId: string,
	all: readonly MySeries[],
	input: SentRowsInput,
): readonly Row[] {
	if (all.length === 0) return [];
	const id = `${parentId}/${name}`;
	const unseen = newText(sumOf(all.map(({ list, series }) => input.countUnseen(list, series))));
	const numbers = [formatNumber(all.length), unseen].filter(Boolean);
	return [
		{
			...shown,
			id,
			description: numbers.join(' · '),
			spokenLabel: [shown.label, ...numbers].join(', '),
			children: () => sentSeriesRows(id, all, input),
		},
	];
}

export function sentSeriesRows(id: string, all: readonly MySeries[], input: SentRowsInput): readonly Row[] {
	const { describeUsers } = input;
	const inOpenLists = all.filter(({ list }) => input.cacheOf(list));
	const rows = inOpenLists.slice(0, maxShown).flatMap((one) => {
		const { list, series } = one;
		const listCache = input.cacheOf(list);
		const listRowId = `${id}/${itemRef(list)}`;
		if (!listCache) return [];
		const unseen = input.countUnseen(list, series);
		return [
			seriesRow({
				listCache,
				series,
				listRowId,
				listId: id,
				isMine: true,
				// Only what the user has replied to is from others.
				namesSubmitter: 'repliedAt' in one,
				unseen,
				describeUsers,
			}),
		];
	});
	return [...rows, ...moreRow(inOpenLists.length, id), ...otherListsRow(all.length - inOpenLists.length, id)];
}

/** Says how many series are in lists that are not open. */
const otherListsRow = (count: number, groupId: string): readonly Row[] =>
	count === 0
		? []
		: [
				noticeRow(`${groupId}/other-lists`, 'ellipsis', `${formatNumber(count)} more in other lists`, {
					tooltip: 'You sent mails to more lists than are shown together. Pin a list to see its series.',
				}),
			];

/** The row of the threads that the user has begun, folded. */
export const sentDiscussionsRow = (
	id: string,
	discussions: MyThreads['discussions'],
	{ keyOf, countUnseen, describeUsers }: SentRowsInput,
): Row =>
	discussionsRow(id, 'Threads you started in any mailing list', discussions, ({ list, discussion }) =>
		discussionRow(discussion, {
			list: keyOf(list),
			groupId: id,
			isMine: true,
			describeUsers,
			unseen: countUnseen(list, discussion),
		}),
	);

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
