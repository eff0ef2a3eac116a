import { formatNumber } from '../../base/text/numbers.ts';
import { idOfList, type ListKey } from '../../platform/model/keys.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { DiscussionSummary, SeriesSummary } from '../state/lists/series-summary.ts';
import type { AccountSeries } from '../state/series/account-series.ts';
import type { DescribeUsers } from './describe-users.ts';
import { discussionRow, discussionsRow } from './discussion-rows.ts';
import { maxShown, moreRow } from './group-row.ts';
import { type SeriesRowInput, seriesRow } from './series-rows.ts';
import { newText, type PatchSource } from './version-rows.ts';

/** What rows of series of several lists are made of. */
export interface SentRowsInput {
	readonly names: SeriesRowInput['names'];
	readonly cacheOf: (list: ListKey) => PatchSource | undefined;
	readonly countUnseen: (list: ListKey, thread: SeriesSummary | DiscussionSummary) => number;
	readonly describeUsersOf: (account: string) => DescribeUsers | undefined;
}

/** What a row says of the series below it. */
export interface SeriesGroup {
	/** Ends the id of its row. */
	readonly name: string;
	readonly label: string;
	readonly icon: string;
	readonly tooltip?: string;
	readonly isOpen?: boolean;
}

/** The row of several series; none without series. */
export function seriesGroup(
	{ name, ...shown }: SeriesGroup,
	parentId: string,
	all: readonly AccountSeries[],
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
			keepsOrder: true,
			description: numbers.join(' · '),
			spokenLabel: [shown.label, ...numbers].join(', '),
			children: () => sentSeriesRows(id, all, input),
		},
	];
}

export function sentSeriesRows(
	id: string,
	all: readonly AccountSeries[],
	input: SentRowsInput,
): readonly Row[] {
	const { cacheOf, countUnseen, describeUsersOf, names } = input;
	const inOpenLists = all.filter(({ list }) => cacheOf(list));
	const rows = inOpenLists.slice(0, maxShown).flatMap(({ list, series }) => {
		const listCache = cacheOf(list);
		if (!listCache) return [];
		const ids = { listRowId: `${id}/${idOfList(list)}`, listId: id };
		const unseen = countUnseen(list, series);
		return [
			seriesRow({ ...ids, listCache, series, names, unseen, describeUsers: describeUsersOf(list.account) }),
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
	discussions: readonly { readonly list: ListKey; readonly discussion: DiscussionSummary }[],
	{ countUnseen, describeUsersOf }: SentRowsInput,
): Row =>
	discussionsRow(id, 'Threads you started in any mailing list', discussions, ({ list, discussion }) =>
		discussionRow(discussion, {
			list,
			groupId: id,
			isMine: true,
			describeUsers: describeUsersOf(list.account),
			unseen: countUnseen(list, discussion),
		}),
	);

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
