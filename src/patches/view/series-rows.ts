import { count } from '../../base/text/numbers.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { escapeMarkdown } from '../../platform/model/markdown/hover.ts';
import { capitalize, longAge, shortAge } from '../../platform/model/words.ts';
import { agingRow, type Row } from '../../platform/view/row.ts';
import { senderName } from '../model/series/mails/from-mail-summary.ts';
import { spokenVersion, versionName } from '../model/series/version-name.ts';
import { missingCount, type SeriesSummary, seriesIdOf } from '../state/lists/series-summary.ts';
import { type DescribeUsers, personPart } from './describe-users.ts';
import { openCommand } from './open-command.ts';
import { groupName, statusGroup } from './status-groups.ts';
import { countReviewed, trailerCounts, trailerLines } from './trailer-words.ts';
import {
	isSinglePatch,
	newMailsBadge,
	newText,
	olderVersionsRow,
	type PatchSource,
	patchCounts,
	patchRows,
	patchsetContext,
	shownText,
	versionTarget,
} from './version-rows.ts';

export interface SeriesRowInput {
	readonly listCache: PatchSource;
	readonly series: SeriesSummary;
	/** What the id of the row begins with. It differs between lists. */
	readonly listRowId: string;
	/** The id of the row that has the series below it. */
	readonly listId: string;
	/** What the row says of the series that is not the same for all those around it. */
	readonly names: readonly ('submitter' | 'status' | 'list')[];
	/** How many mails have arrived since the user last looked. */
	readonly unseen?: number;
	/** Describes users in Markdown, for hovers. */
	readonly describeUsers?: DescribeUsers | undefined;
}

/** A series below its list, with the patches of its newest version and then its older versions. */
export const seriesRow = (input: SeriesRowInput): Row => agingRow((now) => seriesRowAt(now, input));

function seriesRowAt(
	now: number,
	{ listCache, series, listRowId, listId, names, unseen = 0, describeUsers }: SeriesRowInput,
): Row {
	const { chain, newest, patchset, isWaiting, trailers } = series;
	const id = `${listRowId}/series/${seriesIdOf(series)}`;
	const title = shownText(chain.title);
	const { replies: replyCount, submitter, active } = factsOf(series);
	const replies = [replyCount, newText(unseen)].filter(Boolean).join(', ');
	const list = names.includes('list') ? listRef(listCache.key) : '';
	const sender = names.includes('submitter') ? submitter : '';
	const state = `${stateOf(series)}${isWaiting ? ' (waiting)' : ''}`;
	const namesStatus = names.includes('status');
	const version = versionName(newest);
	const counts = patchCounts(newest);
	const reviewed = countReviewed(trailers, newest.of ?? 0);
	const isReviewed = reviewed > 0 && counts.length > 0;
	const older = chain.versions.slice(0, -1).toReversed();
	const about = seriesTarget(listCache.key, series, listId);
	return {
		id,
		label: title,
		description: [
			namesStatus ? capitalize(state) : isWaiting ? state : '',
			sender,
			shortAge(active, now),
			replies,
			...(isReviewed ? [`${reviewed}/${newest.of} reviewed`, ...counts.slice(1)] : counts),
			version === 'v1' ? '' : version,
			list,
		]
			.filter(Boolean)
			.join(' · '),
		...seriesAppearance(series),
		...(unseen > 0 && { badge: newMailsBadge(unseen) }),
		tooltip: { markdown: () => hoverOf(series, now), ...personPart(series.sender, describeUsers) },
		tooltipInputs: [newest, patchset, series.replies, trailers],
		spokenLabel: [
			title,
			spokenVersion(newest),
			state,
			...counts,
			isReviewed ? `${reviewed} of ${newest.of} reviewed` : '',
			...trailerCounts(trailers),
			sender && `by ${sender}`,
			list && `in ${list}`,
			longAge(active, now),
			replies,
		]
			.filter(Boolean)
			.join(', '),
		context: patchset ? patchsetContext(listCache, 'patchset') : 'series',
		...((older.length > 0 || (chain.kind === 'patches' && !isSinglePatch(newest))) && {
			children: async () => {
				const rows = await patchRows(listCache, newest, { id, listId });
				return older.length === 0 ? rows : [...rows, olderVersionsRow(listCache, older, { id, listId })];
			},
		}),
		...(about && openCommand(about)),
	};
}

function seriesAppearance({ newest, status, isWaiting }: SeriesSummary) {
	if (isWaiting) return { icon: 'clock', color: 'disabledForeground' };
	if (missingCount(newest) > 0) return { icon: 'warning', color: 'list.warningForeground' };
	return statusGroup(status).look;
}

/** The newest version and, if the forge has no patchset for it, the patchset whose status the series has. */
function seriesTarget(list: ListKey, { newest, patchset }: SeriesSummary, listId: string) {
	const target = versionTarget(list, newest, listId);
	return target?.kind === 'thread' && patchset ? { ...target, patchset: patchset.id } : target;
}

/** The state in lower case, as in "needs revision". */
const stateOf = ({ status }: SeriesSummary): string =>
	status === 'pull' ? 'pull request' : groupName(status).toLowerCase();

/** What is said about a series; parts that are unknown are empty. */
function factsOf({ chain, replies, active }: SeriesSummary) {
	const submitter = senderName(chain.submitter);
	return {
		submitter: submitter && shownText(submitter),
		replies: replies > 0 ? count(replies, 'reply', 'replies') : '',
		active: active > 0 ? new Date(active).toISOString() : null,
	};
}

function hoverOf(series: SeriesSummary, now: number): string {
	const { chain, newest, trailers } = series;
	const { submitter, replies } = factsOf(series);
	const sent = newest.date === undefined ? '' : longAge(new Date(newest.date).toISOString(), now);
	const facts = [
		stateOf(series),
		versionName(newest),
		...patchCounts(newest),
		submitter && `by ${submitter}`,
		sent && `sent ${sent}`,
		replies,
		...trailerCounts(trailers),
	].filter(Boolean);
	return [
		`**${escapeMarkdown(shownText(chain.title))}**`,
		escapeMarkdown(facts.join(' · ')),
		...trailerLines(trailers),
	].join('\n\n');
}
