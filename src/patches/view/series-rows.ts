import type { PatchsetKey } from '../../platform/model/keys.ts';
import { escapeMarkdown } from '../../platform/model/markdown/hover.ts';
import { count, longAge, shortAge } from '../../platform/model/words.ts';
import type { Row } from '../../platform/view/row.ts';
import { senderName } from '../model/series/from-listed-mail.ts';
import type { ListCache } from '../state/list-cache.ts';
import { type ListedSeries, missingCount } from '../state/listed-series.ts';
import { groupName, statusGroup } from './status-groups.ts';
import {
	olderVersionsRow,
	type PatchSource,
	patchCounts,
	patchRows,
	shownText,
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
export function seriesRow({ listCache, series, listId, now }: SeriesRowInput): Row {
	const { chain, newest, patchset, status } = series;
	const [first = newest] = chain.versions;
	const id = `${listId}/series/${versionId(first)}`;
	const title = shownText(chain.title);
	const { replies, submitter, active } = factsOf(series);
	const version = versionName(newest);
	const counts = patchCounts(newest);
	const key: PatchsetKey | undefined = patchset && { ...listCache.key, patchset: patchset.id };
	const isIncomplete = missingCount(newest) > 0;
	return {
		id,
		label: title,
		description: [version === 'v1' ? '' : version, ...counts, submitter, shortAge(active, now), replies]
			.filter(Boolean)
			.join(' · '),
		...(isIncomplete ? { icon: 'warning', color: 'list.warningForeground' } : statusGroup(status).look),
		tooltip: { markdown: () => hoverOf(series, now) },
		tooltipInputs: [newest, patchset, series.replies],
		spokenLabel: [
			title,
			spokenVersion(newest),
			stateOf(series),
			...counts,
			submitter && `by ${submitter}`,
			longAge(active, now),
			replies,
		]
			.filter(Boolean)
			.join(', '),
		context: key ? 'patchset' : 'series',
		children: async () => {
			const rows = await patchRows(listCache, newest, id);
			const older = chain.versions.slice(0, -1).toReversed();
			return older.length === 0 ? rows : [...rows, olderVersionsRow(listCache, older, { id, now })];
		},
		...(key && { about: { kind: 'patchset', key } }),
	};
}

/** The state in lower case, as in "needs revision". */
const stateOf = ({ status }: ListedSeries): string =>
	status === 'pull' ? 'pull request' : groupName(status).toLowerCase();

/** What is said about a series; parts that are unknown are empty. */
function factsOf({ chain, replies, active }: ListedSeries) {
	const submitter = senderName(chain.submitter);
	return {
		submitter: submitter && shownText(submitter),
		replies: replies > 0 ? count(replies, 'reply', 'replies') : '',
		active: active > 0 ? new Date(active).toISOString() : null,
	};
}

function hoverOf(series: ListedSeries, now: number): string {
	const { chain, newest } = series;
	const { submitter, replies } = factsOf(series);
	const sent = newest.date === undefined ? '' : longAge(new Date(newest.date).toISOString(), now);
	const facts = [
		stateOf(series),
		versionName(newest),
		...patchCounts(newest),
		submitter && `by ${submitter}`,
		sent && `sent ${sent}`,
		replies,
	].filter(Boolean);
	return `**${escapeMarkdown(shownText(chain.title))}**\n\n${escapeMarkdown(facts.join(' · '))}`;
}
