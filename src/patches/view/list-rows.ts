import type { ListKey } from '../../platform/model/keys.ts';
import { listRef } from '../../platform/model/keys.ts';
import { escapeMarkdown, hoverText } from '../../platform/model/markdown/hover.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { shownOwnership } from '../../platform/model/ownership.ts';
import { count, formatNumber, longAge, shortAge } from '../../platform/model/words.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import { contextOf } from '../model/list-kind.ts';
import type { ListCache } from '../state/list-cache.ts';
import type { ListedDiscussion, ListedSeries } from '../state/listed-series.ts';
import { seriesRow } from './series-rows.ts';
import { byStatus, groupName, statusGroup } from './status-groups.ts';
import { shownText } from './version-rows.ts';

export interface ListRowInput {
	readonly listCache: Pick<ListCache, 'key' | 'threads' | 'isComplete' | 'lastError' | 'readPatches'>;
	readonly id: string;
	/** The name of the account, with the tilde. */
	readonly me: string;
	readonly isPinned: boolean;
	readonly description: () => string | undefined;
	/** Rows for a failure to read the list. */
	readonly failures: () => readonly Row[];
	/** To be called when the user looks at the rows below. */
	readonly didOpen: () => void;
	readonly now: () => number;
}

/** How many rows a group has. */
const mostShown = 500;

/** The row of a mailing list, with the number of its proposed patchsets. */
export function listRow(input: ListRowInput): Row {
	const { listCache, id, me, isPinned } = input;
	const { key } = listCache;
	const name = listRef(key);
	const createRow = (): Row => {
		const proposed = listCache.threads.series.filter(({ status }) => status === 'proposed').length;
		const isKnown = listCache.isComplete || listCache.threads.series.length > 0;
		const number = `${formatNumber(proposed)}${listCache.isComplete ? '' : '+'} proposed`;
		const description = input.description()?.trim() ?? '';
		return {
			id,
			label: name,
			icon: 'mail',
			...(isKnown && { description: number }),
			tooltip: {
				markdown: () =>
					[
						`**${escapeMarkdown(name)}**`,
						...(description === '' ? [] : ['---', hoverText(description)]),
					].join('\n\n'),
			},
			tooltipInputs: [description],
			spokenLabel: `${name}, mailing list${isKnown ? `, ${number}` : ''}`,
			context: contextOf(shownOwnership(key.owner, me, isPinned)),
			children: () => childRows(input),
			current: createRow,
			about: { kind: 'list', key },
		};
	};
	return createRow();
}

function childRows(input: ListRowInput): readonly Row[] {
	const { listCache, id, failures, didOpen } = input;
	// Begins a refresh if the data is old.
	didOpen();
	const { series, discussions } = listCache.threads;
	const failed = failures();
	if (series.length + discussions.length === 0) {
		if (failed.length > 0 || listCache.lastError) return failed;
		const isEmpty = listCache.isComplete;
		return [
			isEmpty
				? noticeRow(`empty/${id}`, 'info', 'No mails yet')
				: noticeRow(`loading/${id}`, 'loading~spin', 'Loading patchsets…'),
		];
	}
	const groups = Map.groupBy(series, ({ status }) => status);
	const rows = [...groups]
		.toSorted(([one], [other]) => byStatus(one, other))
		.map(([status, members]) => groupRow(input, status, members));
	return [...failed, ...rows, ...(discussions.length > 0 ? [discussionsRow(input, discussions)] : [])];
}

function groupRow(input: ListRowInput, status: string, members: readonly ListedSeries[]): Row {
	const { listCache, id, now } = input;
	const { look, isClosed } = statusGroup(status);
	const name = groupName(status);
	const groupId = `${id}/status/${status}`;
	return {
		id: groupId,
		label: name,
		description: formatNumber(members.length),
		...look,
		spokenLabel: `${name}, ${formatNumber(members.length)}`,
		isOpen: !isClosed,
		children: () => [
			...members
				.slice(0, mostShown)
				.map((series) => seriesRow({ listCache, series, listId: id, now: now() })),
			...moreRow(members.length, groupId),
		],
	};
}

function discussionsRow({ id, listCache, now }: ListRowInput, discussions: readonly ListedDiscussion[]): Row {
	const groupId = `${id}/discussions`;
	return {
		id: groupId,
		label: 'Discussions',
		description: formatNumber(discussions.length),
		icon: 'comment-discussion',
		spokenLabel: `Discussions, ${count(discussions.length, 'thread')}`,
		children: () => [
			...discussions.slice(0, mostShown).map((one) => discussionRow(one, groupId, listCache.key, now())),
			...moreRow(discussions.length, groupId),
		],
	};
}

function discussionRow(
	{ mail, replies, active }: ListedDiscussion,
	groupId: string,
	list: ListKey,
	now: number,
): Row {
	const subject = shownText(mail.subject);
	const answers = replies === 0 ? '' : count(replies, 'reply', 'replies');
	const sender = visible(mail.sender?.canonical_name ?? '');
	const time = active > 0 ? new Date(active).toISOString() : null;
	return {
		id: `${groupId}/${mail.id}`,
		label: subject,
		description: [sender, shortAge(time, now), answers].filter(Boolean).join(' · '),
		icon: 'mail',
		spokenLabel: [subject, sender && `by ${sender}`, longAge(time, now), answers].filter(Boolean).join(', '),
		context: 'discussion',
		about: { kind: 'thread', list, mail: mail.id },
	};
}

const moreRow = (length: number, groupId: string): readonly Row[] =>
	length > mostShown
		? [noticeRow(`${groupId}/more`, 'ellipsis', `${formatNumber(length - mostShown)} more`)]
		: [];
