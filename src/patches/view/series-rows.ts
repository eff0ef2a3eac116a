import type { PatchsetKey } from '../../platform/model/keys.ts';
import { escapeMarkdown } from '../../platform/model/markdown/hover.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { count, longAge, shortAge } from '../../platform/model/words.ts';
import type { Row } from '../../platform/view/row.ts';
import type { ListCache } from '../state/list-cache.ts';
import { type ListedSeries, missingIn } from '../state/listed-series.ts';
import { groupName, statusGroup } from './status-groups.ts';
import {
	olderVersionsRow,
	type PatchSource,
	patchCounts,
	patchRows,
	spokenVersion,
	versionId,
	versionName,
} from './version-rows.ts';

interface SeriesRowInput {
	readonly listCache: Pick<ListCache, 'key'> & PatchSource;
	readonly series: ListedSeries;
	/** The id of the row of the list. */
	readonly listId: string;
	readonly now: number;
}

/** A series below its list, with the patches of its newest version and then its older versions. */
export function seriesRow(input: SeriesRowInput): Row {
	const { listCache, series, listId, now } = input;
	const { chain, newest, patchset, status, replies, active } = series;
	const id = `${listId}/series/${versionId(newest)}`;
	const title = titleOf(series);
	const version = versionName(newest);
	const age = new Date(active).toISOString();
	const isIncomplete = missingIn(newest).length > 0;
	const key: PatchsetKey | undefined = patchset && { ...listCache.key, patchset: patchset.id };
	return {
		id,
		label: visible(title),
		description: [...(version === 'v1' ? [] : [version]), ...countsOf(series), shortAge(age, now)].join(
			' · ',
		),
		...(isIncomplete ? { icon: 'warning', color: 'list.warningForeground' } : statusGroup(status).look),
		tooltip: { markdown: () => hoverOf(series, now) },
		tooltipInputs: [newest, patchset, replies],
		spokenLabel: [
			title,
			spokenVersion(newest),
			groupName(status).toLowerCase(),
			...countsOf(series),
			longAge(age, now),
		].join(', '),
		context: key ? 'patchset' : 'series',
		children: async () => {
			const rows = await patchRows(listCache, newest, id);
			const older = chain.versions.slice(0, -1).toReversed();
			return older.length === 0 ? rows : [...rows, olderVersionsRow(listCache, older, { id, now })];
		},
		...(key && { about: { kind: 'patchset', key } }),
	};
}

const titleOf = ({ chain: { title } }: ListedSeries): string => (title === '' ? '(no subject)' : title);

/** The numbers of patches and of replies. */
const countsOf = ({ newest, replies }: ListedSeries): readonly string[] => [
	...patchCounts(newest),
	...(replies > 0 ? [count(replies, 'reply', 'replies')] : []),
];

function hoverOf(series: ListedSeries, now: number): string {
	const { chain, newest, status } = series;
	const { name, email } = chain.submitter;
	const sent = newest.date === undefined ? [] : [longAge(new Date(newest.date).toISOString(), now)];
	const facts = [groupName(status), versionName(newest), ...countsOf(series), `by ${name || email}`, ...sent];
	return `**${escapeMarkdown(titleOf(series))}**\n\n${escapeMarkdown(facts.join(' · '))}`;
}
