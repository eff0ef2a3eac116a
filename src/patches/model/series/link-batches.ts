import { smallest } from '../../../base/collections.ts';
import type { Batch } from './batch.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { findEarlierWithSamePatches } from './find-earlier-versions.ts';
import type { SeriesMail, SeriesPatchset } from './mails/series-mail.ts';
import { groupByTitle } from './same-title.ts';

/** Finds the batches whose group has an earlier version of them. */
function findBatchesWithEarlier<M extends SeriesMail>(
	groups: readonly (readonly Batch<M>[])[],
): ReadonlySet<Batch<M>> {
	const found = new Set<Batch<M>>();
	for (const group of groups) {
		const lowest = smallest(group.map(({ version }) => version));
		const hasRfc = group.some(({ isRfc }) => isRfc);
		for (const batch of group) {
			if (batch.version > lowest || (hasRfc && !batch.isRfc)) found.add(batch);
		}
	}
	return found;
}

/**
 * Groups batches by series. Batches with the same change-id, batches of which the forge says that one superseded the other, and batches
 * with the same title are always joined. A later version that has no earlier one after that is joined with the version that it replies
 * to, or else with one that has the same patches.
 */
export function linkBatches<M extends SeriesMail>(
	batches: readonly Batch<M>[],
	patchsets: readonly SeriesPatchset[],
	earlierInThread: ReadonlyMap<Batch<M>, Batch<M>>,
): readonly (readonly Batch<M>[])[] {
	const sets = new DisjointSets<Batch<M>>();
	const uniteAll = ([first, ...others]: readonly Batch<M>[]) => {
		for (const other of others) if (first) sets.unite(first, other);
	};
	for (const group of groupByChangeId(batches)) uniteAll(group);
	for (const group of pairBySuccession(batches, patchsets)) uniteAll(group);
	for (const group of groupByTitle(batches)) uniteAll(group);
	const foundByTitle = findBatchesWithEarlier(sets.groups(batches));
	for (const [batch, earlier] of earlierInThread) if (!foundByTitle.has(batch)) sets.unite(earlier, batch);
	const foundByThread = findBatchesWithEarlier(sets.groups(batches));
	const samePatches = findEarlierWithSamePatches(batches, (batch) => !foundByThread.has(batch));
	for (const [batch, earlier] of samePatches) sets.unite(earlier, batch);
	return sets.groups(batches);
}

function groupByChangeId<M extends SeriesMail>(batches: readonly Batch<M>[]): Iterable<readonly Batch<M>[]> {
	return Map.groupBy(
		batches.filter(({ changeId }) => changeId !== undefined),
		({ changeId }) => changeId,
	).values();
}

/** Pairs of batches of which the forge says that one superseded the other. */
function pairBySuccession<M extends SeriesMail>(
	batches: readonly Batch<M>[],
	patchsets: readonly SeriesPatchset[],
): Iterable<readonly Batch<M>[]> {
	const batchByPatchset = new Map(
		batches.flatMap((batch) => batch.patchsets.map((id) => [id, batch] as const)),
	);
	return patchsets.flatMap(({ id, supersededBy }) => {
		const older = batchByPatchset.get(id);
		const newer = batchByPatchset.get(supersededBy ?? NaN);
		return older && newer ? [[older, newer]] : [];
	});
}
