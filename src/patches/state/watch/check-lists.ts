import type { Client } from '../../../forge/client/connect.ts';
import type { listExtraRows } from '../../../forge/rows/lists.ts';
import type { NewestInList, Patchset, PatchsetVersion } from '../../../forge/shapes/lists.ts';
import { itemsCheck } from '../../../platform/state/watch/items-check.ts';
import type { ListCache } from '../lists/list-cache.ts';
import { versionOfDetails } from './list-cursor.ts';

/** A forge answers requests of at most 200 points, and each list costs 18. */
const maxChecked = 11;

/** Checks the details, the newest mails and the newest patchsets of several lists at once. */
export const listsCheck = (extras: Client<typeof listExtraRows>) =>
	itemsCheck({
		most: maxChecked,
		isKnown: ({ asOf, lastError, details }: ListCache) =>
			asOf !== undefined && !lastError && (details === undefined || details.value !== undefined),
		ask: async (caches, signal) => {
			const lists = caches.map(({ key: { owner, list } }) => ({ owner, list }));
			return (await extras.newestInLists({}, { lists }, { signal })).lists;
		},
		isUnchanged,
	});

function isUnchanged(cache: ListCache, { description, permissions, ...found }: NewestInList): boolean {
	const { key, mails, patchsets, details } = cache;
	if (key.owner !== found.owner || key.list !== found.list) return false;
	const known = details?.value;
	if (known && versionOfDetails({ ...known, description, permissions }) !== versionOfDetails(known))
		return false;
	if (!found.mails.every((id) => mails.has(id))) return false;
	const isAnyDeleted = found.areAllPatchsets && found.patchsets.length < patchsets.size;
	if (isAnyDeleted) return false;
	return found.patchsets.every(
		(patchset) => cache.isListed(patchset.id) && isSame(patchsets.get(patchset.id), patchset),
	);
}

const isSame = (known: Patchset | undefined, { status, updated, superseded_by }: PatchsetVersion): boolean =>
	known !== undefined &&
	known.status === status &&
	known.updated === updated &&
	known.superseded_by?.id === superseded_by?.id;
