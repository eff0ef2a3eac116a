import type { Client } from '../../../forge/client/connect.ts';
import type { listExtraRows } from '../../../forge/rows/lists.ts';
import type { NewestInList, Patchset, PatchsetVersion } from '../../../forge/shapes/lists.ts';
import type { ListCache } from '../lists/list-cache.ts';
import { versionOfDetails } from './list-cursor.ts';

/** A forge answers requests of at most 200 points, and each list costs 18. */
export const maxChecked = 11;

/**
 * Asks for the details, the newest mails and the newest patchsets of several lists at once. A list in which they are as they are known counts
 * as just read. The others, and those that the forge does not show, are left to reads of their own. Fails with a `ForgeError`.
 */
export async function checkLists(
	caches: readonly ListCache[],
	extras: Client<typeof listExtraRows>,
	signal: AbortSignal,
): Promise<void> {
	const checked = caches.filter(isKnown);
	if (checked.length === 0) return;
	const names = checked.map(({ key: { owner, list } }) => ({ owner, list }));
	const { lists } = await extras.newestInLists({}, { lists: names }, { signal });
	for (const found of lists) {
		const cache = checked.find(({ key }) => key.owner === found.owner && key.list === found.list);
		if (cache && isKnown(cache) && isUnchanged(cache, found)) cache.confirmNewest();
	}
}

const isKnown = ({ asOf, lastError, details }: ListCache): boolean =>
	asOf !== undefined && !lastError && (details === undefined || details.value !== undefined);

function isUnchanged(cache: ListCache, { description, permissions, ...found }: NewestInList): boolean {
	const { mails, patchsets, details } = cache;
	const known = details?.value;
	const hasDetails =
		known === undefined ||
		versionOfDetails({ ...known, description, permissions }) === versionOfDetails(known);
	const hasMails = found.mails.every((id) => mails.has(id));
	const hasDeleted = found.areAllPatchsets && found.patchsets.length < patchsets.size;
	const hasPatchsets =
		!hasDeleted &&
		found.patchsets.every((one) => cache.isListed(one.id) && isSame(patchsets.get(one.id), one));
	return hasDetails && hasMails && hasPatchsets;
}

const isSame = (known: Patchset | undefined, { status, updated, superseded_by }: PatchsetVersion): boolean =>
	known !== undefined &&
	known.status === status &&
	known.updated === updated &&
	known.superseded_by?.id === superseded_by?.id;
