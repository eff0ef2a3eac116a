import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { count, shortAge } from '../../platform/model/words.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { NumberedPatch, Version } from '../model/series/chain.ts';
import type { ListedSeriesMail } from '../model/series/from-listed-mail.ts';
import type { ListCache } from '../state/list-cache.ts';
import { missingIn } from '../state/listed-series.ts';

export type ListedVersion = Version<ListedSeriesMail>;

/** What the rows of versions read from the forge. */
export type PatchSource = Pick<ListCache, 'readPatches' | 'threads'>;

/** Identifies a version in its list. */
export function versionId({ patchsets, cover, patches, extra }: ListedVersion): string {
	const [patchset] = patchsets;
	const [first] = [...patches, ...extra];
	return patchset === undefined ? `mail/${(cover ?? first?.mail)?.id}` : `${patchset}`;
}

export const versionName = ({ version, isRfc }: ListedVersion): string => `v${version}${isRfc ? ' RFC' : ''}`;

export const spokenVersion = ({ version, isRfc }: ListedVersion): string =>
	`version ${version}${isRfc ? ', request for comments' : ''}`;

/** How many patches a version has and how many of them are missing. Empty if that is unknown, and for a request to pull. */
export function patchCounts(version: ListedVersion): readonly string[] {
	const { of = 0 } = version;
	const missing = missingIn(version).length;
	return [...(of > 0 ? [count(of, 'patch', 'patches')] : []), ...(missing > 0 ? [`${missing} missing`] : [])];
}

/** The row of the older versions of a series. `id` is the id of its row. */
export const olderVersionsRow = (
	source: PatchSource,
	versions: readonly ListedVersion[],
	{ id, now }: { readonly id: string; readonly now: number },
): Row => ({
	id: `${id}/older`,
	label: 'Older versions',
	description: versions.map(versionName).join(', '),
	icon: 'history',
	children: () => versions.map((version) => olderVersionRow(source, version, { id, now })),
});

function olderVersionRow(
	source: PatchSource,
	version: ListedVersion,
	series: { readonly id: string; readonly now: number },
): Row {
	const id = `${series.id}/version/${versionId(version)}`;
	const age = version.date === undefined ? '' : shortAge(new Date(version.date).toISOString(), series.now);
	const facts = [...patchCounts(version), age].filter(Boolean);
	return {
		id,
		label: versionName(version),
		description: facts.join(' · '),
		icon: 'versions',
		spokenLabel: [spokenVersion(version), ...facts].join(', '),
		children: () => patchRows(source, version, id),
	};
}

/** The patches of a version. Reads them from the forge if some are not known. */
export async function patchRows(
	source: PatchSource,
	version: ListedVersion,
	parentId: string,
): Promise<readonly Row[]> {
	const known = await withPatches(source, version);
	const { patches, extra, of = 0 } = known;
	const rows = [
		...[...patches, ...extra].map((patch) => ({ number: patch.number, row: patchRow(patch, of, parentId) })),
		...missingIn(known).map((number) => ({ number, row: missingRow(number, of, parentId) })),
	];
	return rows.toSorted((one, other) => one.number - other.number).map(({ row }) => row);
}

async function withPatches(source: PatchSource, version: ListedVersion): Promise<ListedVersion> {
	const known = currentVersion(source, version);
	const [patchset] = known.patchsets;
	if (patchset === undefined || (known.of !== undefined && known.missing.length === 0)) return known;
	await source.readPatches(patchset);
	return currentVersion(source, version);
}

/** The version with what has been read since its row was created. */
function currentVersion({ threads }: PatchSource, version: ListedVersion): ListedVersion {
	const [patchset] = version.patchsets;
	if (patchset === undefined) return version;
	const versions = threads.series.flatMap(({ chain }) => chain.versions);
	return versions.find(({ patchsets }) => patchsets.includes(patchset)) ?? version;
}

function patchRow({ number, mail }: NumberedPatch<ListedSeriesMail>, of: number, parentId: string): Row {
	const title = visible(mail.subject.title);
	return {
		id: `${parentId}/patch/${number}`,
		label: of > 1 ? `${number}/${of} ${title}` : title,
		icon: 'git-commit',
		spokenLabel: of > 1 ? `patch ${number} of ${of}, ${title}` : `patch, ${title}`,
		context: 'patch',
	};
}

const missingRow = (number: number, of: number, parentId: string): Row =>
	noticeRow(`${parentId}/missing/${number}`, 'warning', `${number}/${of} has not arrived`);
