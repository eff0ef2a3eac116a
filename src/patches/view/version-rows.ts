import { count, formatNumber } from '../../base/text/numbers.ts';
import { oneLine } from '../../base/text/truncate.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { ListKey, SeriesKey } from '../../platform/model/keys.ts';
import { longAge, shortAge } from '../../platform/model/words.ts';
import { failureRow } from '../../platform/view/failure-rows.ts';
import { agingRow, noticeRow, type Row } from '../../platform/view/row.ts';
import { type SeriesTarget, seriesOf } from '../model/patches-target.ts';
import { offersStatus } from '../model/permissions.ts';
import type { NumberedPatch } from '../model/series/chain.ts';
import type { SeriesMailSummary } from '../model/series/mails/from-mail-summary.ts';
import { spokenVersion, versionName } from '../model/series/version-name.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import {
	mailsOf,
	missingCount,
	patchsetOf,
	type VersionSummary,
	versionId,
} from '../state/lists/series-summary.ts';
import { openCommand } from './open-command.ts';

/** What the rows of versions read from the forge. */
export type PatchSource = Pick<ListCache, 'key' | 'readPatches' | 'threads' | 'details'>;

/** What the menu of a patchset depends on. */
export const patchsetContext = ({ details }: PatchSource, kind: 'patchset' | 'patchset older'): string =>
	offersStatus(details?.value) ? kind : `${kind} noStatus`;

/** Marks a row with mails that have arrived since the user last looked. */
export const newMailsBadge = (unseen: number): Row['badge'] => ({
	letters: '●',
	tooltip: count(unseen, 'new mail'),
});

/** `2 new`; empty if nothing is. */
export const newText = (unseen: number): string => (unseen > 0 ? `${formatNumber(unseen)} new` : '');

/** A row with patches or versions below it. */
interface Parent {
	readonly id: string;
	/** The id of the row that has the series below it. */
	readonly listId: string;
}

const longestText = 200;

/** What the row of a version opens; undefined if no mail of it is known. */
export function versionTarget(
	list: ListKey,
	version: VersionSummary,
	listId?: string,
): SeriesTarget | undefined {
	const patchset = patchsetOf(version);
	if (patchset !== undefined) return { kind: 'patchset', key: { ...list, patchset }, listId };
	const [first] = mailsOf(version);
	return first && { kind: 'thread', list, mail: first.id, message: first.messageId, listId };
}

/** How many patches a version has and how many of them are missing. Empty if that is unknown, and for a pull request. */
export function patchCounts(version: VersionSummary): readonly string[] {
	const { of = 0 } = version;
	const missing = missingCount(version);
	return [
		...(of > 0 ? [count(of, 'patch', 'patches')] : []),
		...(missing > 0 ? [`${formatNumber(missing)} missing`] : []),
	];
}

/** Whether a version is a single patch, which needs no row below that of the version. */
export const isSinglePatch = (version: VersionSummary): boolean =>
	version.of === 1 && version.extra.length === 0 && missingCount(version) === 0;

/** A subject or a name on one line. */
export const shownText = (text: string): string => oneLine(text, longestText) || '(no subject)';

/** The row of the older versions of a series. `id` is the id of its row. */
export const olderVersionsRow = (
	source: PatchSource,
	versions: readonly VersionSummary[],
	{ id, listId }: Parent,
): Row => ({
	id: `${id}/older`,
	label: 'Older versions',
	description: versions.map(versionName).join(', '),
	icon: 'history',
	children: () =>
		versions.map((version) => agingRow((at) => olderVersionRow(source, version, { id, listId, now: at }))),
});

function olderVersionRow(
	source: PatchSource,
	version: VersionSummary,
	series: Parent & { readonly now: number },
): Row {
	const id = `${series.id}/version/${versionId(version)}`;
	const sent = version.date === undefined ? null : new Date(version.date).toISOString();
	const counts = patchCounts(version);
	const { listId } = series;
	const target = versionTarget(source.key, version, listId);
	return {
		id,
		label: versionName(version),
		description: [...counts, shortAge(sent, series.now)].filter(Boolean).join(' · '),
		icon: 'versions',
		spokenLabel: [spokenVersion(version), ...counts, longAge(sent, series.now)].filter(Boolean).join(', '),
		context: target?.kind === 'patchset' ? patchsetContext(source, 'patchset older') : 'series',
		...(!isSinglePatch(version) && { children: () => patchRows(source, version, { id, listId }) }),
		...(target && openCommand(target)),
	};
}

/** The patches of a version; none below a single patch. Reads them from the forge if some are not known. If that fails, the row of the failure follows the known ones. */
export async function patchRows(
	source: PatchSource,
	version: VersionSummary,
	parent: Parent,
): Promise<readonly Row[]> {
	const failure = await readMissing(source, currentVersion(source, version));
	const known = currentVersion(source, version);
	if (isSinglePatch(known)) return [];
	const { patches, extra, missing, of = 0 } = known;
	const absent = missingCount(known) > 0 ? missing : [];
	const target = versionTarget(source.key, known, parent.listId);
	const series = target && seriesOf(target);
	const rows = [
		...[...patches, ...extra].map((patch) => ({
			number: patch.number,
			row: patchRow(patch, of, parent, series),
		})),
		...absent.map((number) => ({ number, row: missingRow(number, of, parent.id) })),
	];
	return [
		...rows.toSorted((one, other) => one.number - other.number).map(({ row }) => row),
		...(failure ? [{ ...failureRow(failure), id: `notice/failed/${parent.id}` }] : []),
	];
}

/** Reads the patches of a version from the forge unless all are known. Returns why they could not be read. */
async function readMissing(source: PatchSource, version: VersionSummary): Promise<ForgeError | undefined> {
	const { of, missing } = version;
	const patchset = patchsetOf(version);
	if (patchset === undefined || (of !== undefined && missing.length === 0)) return undefined;
	try {
		await source.readPatches(patchset);
		return undefined;
	} catch (error) {
		if (error instanceof ForgeError) return error;
		throw error;
	}
}

/** The version with what has been read since its row was created. */
function currentVersion({ threads }: PatchSource, version: VersionSummary): VersionSummary {
	const patchset = patchsetOf(version);
	if (patchset === undefined) return version;
	const versions = threads.series.flatMap(({ chain }) => chain.versions);
	return versions.find(({ patchsets }) => patchsets.includes(patchset)) ?? version;
}

function patchRow(
	{ number, mail }: NumberedPatch<SeriesMailSummary>,
	of: number,
	{ id, listId }: Parent,
	series: SeriesKey | undefined,
): Row {
	const title = shownText(mail.subject.title);
	return {
		id: `${id}/patch/${number}`,
		label: of > 1 ? `${number}/${of} ${title}` : title,
		icon: 'git-commit',
		spokenLabel: of > 1 ? `patch ${number} of ${of}, ${title}` : `patch, ${title}`,
		context: 'patch',
		...(series && openCommand({ kind: 'patch', series, mail: mail.id, message: mail.messageId, listId })),
	};
}

const missingRow = (number: number, of: number, parentId: string): Row =>
	noticeRow(`${parentId}/missing/${number}`, 'warning', `${number}/${of} has not arrived`, {
		spokenLabel: `patch ${number} of ${of} has not arrived`,
	});
