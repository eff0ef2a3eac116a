import { count, formatNumber } from '../../base/text/numbers.ts';
import type { List } from '../../forge/shapes/lists.ts';
import { listRef } from '../../platform/model/keys.ts';
import { escapeMarkdown, hoverText } from '../../platform/model/markdown/hover.ts';
import { shownOwnershipOf } from '../../platform/model/ownership.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import { capitalize } from '../../platform/model/words.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import { isClosedStatus } from '../model/closed-status.ts';
import { contextOf } from '../model/list-kind.ts';
import type { PatchesTarget } from '../model/patches-target.ts';
import { mayPost } from '../model/permissions.ts';
import { countsOf, type ListCounts } from '../state/lists/list-counts.ts';
import type { DiscussionSummary, SeriesSummary } from '../state/lists/series-summary.ts';
import { discussionRow, discussionsRow } from './discussion-rows.ts';
import { groupRow } from './group-row.ts';
import { queryRow } from './query-rows.ts';
import { seriesRow } from './series-rows.ts';
import { byStatus, groupName, statusGroup } from './status-groups.ts';
import type { ShownList, ThreadRowsInput } from './waiting-statuses.ts';

export interface ListRowInput extends ThreadRowsInput {
	/** Shown below the list. */
	readonly queries: readonly SavedQuery[];
	/** The name of the account, with the tilde. */
	readonly me: string;
	readonly isPinned: boolean;
	readonly isSubscribed: boolean;
	/** Undefined if the forge has not sent them yet. */
	readonly details: () => List | undefined;
	/** Rows for a failure to read the list. */
	readonly failures: () => readonly Row[];
	/** To be called when the user looks at the rows below. */
	readonly didOpen: () => void;
}

/** The row of a mailing list, with the number of its proposed patchsets. */
export function listRow(input: ListRowInput): Row {
	const { listCache, id, me, isPinned, isSubscribed } = input;
	const { key } = listCache;
	const name = listRef(key);
	const createRow = (): Row => {
		const counts = listCache.storedCounts ?? countsOf(listCache, input.threads());
		const numbers = counts ? countTexts(counts) : [];
		const details = input.details();
		const description = details?.description.trim() ?? '';
		const isReadOnly = details && mayPost(details, { me, isSubscribed }) === false;
		const facts = [
			...(isSubscribed ? ['subscribed'] : []),
			...(isReadOnly ? ["you can't post to this list"] : []),
		];
		return {
			id,
			label: name,
			icon: 'mail',
			...(numbers.length > 0 && { description: numbers.join(' · ') }),
			tooltip: {
				markdown: () =>
					[
						`**${escapeMarkdown(name)}**`,
						...(facts.length > 0
							? [facts.map((fact) => escapeMarkdown(`${capitalize(fact)}.`)).join(' ')]
							: []),
						...(description === '' ? [] : ['---', hoverText(description)]),
					].join('\n\n'),
			},
			tooltipInputs: [description, ...facts],
			spokenLabel: [name, 'mailing list', ...numbers, ...facts].join(', '),
			context: contextOf(shownOwnershipOf(key.owner, me, isPinned), isSubscribed),
			children: () =>
				listCache.storedCounts ? listCache.open().then(() => childRows(input)) : childRows(input),
			current: createRow,
			about: { kind: 'list', key } satisfies PatchesTarget,
		};
	};
	return createRow();
}

/** `12+ proposed`, `11 without status`. */
const countTexts = ({ proposed, withoutStatus, mayBeMore }: ListCounts): readonly string[] => [
	`${formatNumber(proposed)}${mayBeMore ? '+' : ''} proposed`,
	...(withoutStatus > 0 ? [`${formatNumber(withoutStatus)} without status`] : []),
];

function childRows(input: ListRowInput): readonly Row[] {
	const { listCache, threads, id, queries, failures, didOpen } = input;
	// Begins a refresh if the data is old.
	didOpen();
	const { series, discussions } = threads();
	const failed = failures();
	if (series.length + discussions.length === 0) {
		if (failed.length > 0 || listCache.lastError) return failed;
		return [
			listCache.isComplete
				? noticeRow(`empty/${id}`, 'info', 'No mails yet')
				: noticeRow(`loading/${id}`, 'loading~spin', 'Loading patchsets…'),
		];
	}
	const groups = Map.groupBy(series, ({ status }) => status);
	const rows = [...groups]
		.toSorted(([one], [other]) => byStatus(one, other))
		.map(([status, members]) => statusRow(input, status, members));
	return [
		...rows,
		...(listCache.hasOlder || listCache.hasOlderMails ? [loadOlderRow(id, series.length, listCache)] : []),
		...queries.map((query) => queryRow(query, input)),
		...(discussions.length > 0 ? [recentDiscussionsRow(input, discussions)] : []),
		...failed,
	];
}

function loadOlderRow(id: string, length: number, { key, mails, hasOlder }: ShownList): Row {
	const known = `newest ${hasOlder ? count(length, 'patchset') : count(mails.size, 'mail')} shown`;
	return noticeRow(`${id}/older`, 'ellipsis', 'Load More', {
		description: known,
		tooltip: `Click to load older ${hasOlder ? 'patchsets' : 'mails'}.`,
		spokenLabel: `Load More, ${known}`,
		command: { id: 'tildeforge.loadMorePatchsets', title: 'Load More', arguments: [{ list: key }] },
	});
}

function statusRow(input: ListRowInput, status: string, members: readonly SeriesSummary[]): Row {
	const { listCache, id: listRowId, countUnseen, describeUsers } = input;
	const { look } = statusGroup(status);
	const listId = `${listRowId}/status/${status}`;
	return groupRow(
		{
			id: listId,
			label: groupName(status),
			...look,
			isOpen: !isClosedStatus(status),
			keepsOrder: listCache.isComplete,
		},
		members,
		(series) =>
			seriesRow({
				listCache,
				series,
				listRowId,
				listId,
				describeUsers,
				names: ['submitter'],
				unseen: countUnseen(series),
			}),
	);
}

function recentDiscussionsRow(
	{ id, listCache, countUnseen, describeUsers }: ListRowInput,
	discussions: readonly DiscussionSummary[],
): Row {
	const groupId = `${id}/discussions`;
	const tooltip = 'Discussions with recent mails. To find older ones, open the list in the browser.';
	return discussionsRow(groupId, tooltip, discussions, (one) =>
		discussionRow(one, { list: listCache.key, groupId, unseen: countUnseen(one), describeUsers }),
	);
}
