import type { Batch } from './batch.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { earlierWithSamePatches } from './earlier.ts';
import { withSameTitle } from './same-title.ts';
import type { SeriesMail, SeriesPatchset } from './series-mail.ts';

/** Whether the group of a batch has an earlier version of it. */
function batchesWithEarlier<M extends SeriesMail>(
	groups: readonly (readonly Batch<M>[])[],
): ReadonlySet<Batch<M>> {
	const found = new Set<Batch<M>>();
	for (const group of groups) {
		const least = group.reduce((one, { version }) => Math.min(one, version), Infinity);
		const hasRfc = group.some(({ isRfc }) => isRfc);
		for (const batch of group) {
			if (batch.version > least || (hasRfc && !batch.isRfc)) found.add(batch);
		}
	}
	return found;
}

/**
 * Groups batches by series. The change-id and the forge join whatever they name. Then the title counts. Only a batch that is a later
 * version and finds no earlier one that way is joined with the version that it replies to, or else with one that has the same patches.
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
	for (const group of byChangeId(batches)) uniteAll(group);
	for (const group of bySuccession(batches, patchsets)) uniteAll(group);
	for (const group of withSameTitle(batches)) uniteAll(group);
	const named = batchesWithEarlier(sets.groups(batches));
	for (const [batch, earlier] of earlierInThread) if (!named.has(batch)) sets.unite(earlier, batch);
	const threaded = batchesWithEarlier(sets.groups(batches));
	const samePatches = earlierWithSamePatches(batches, (batch) => !threaded.has(batch));
	for (const [batch, earlier] of samePatches) sets.unite(earlier, batch);
	return sets.groups(batches);
}

function byChangeId<M extends SeriesMail>(batches: readonly Batch<M>[]): Iterable<readonly Batch<M>[]> {
	return Map.groupBy(
		batches.filter(({ changeId }) => changeId !== undefined),
		({ changeId }) => changeId,
	).values();
}

/** Pairs of batches of which the forge says that one superseded the other. */
function bySuccession<M extends SeriesMail>(
	batches: readonly Batch<M>[],
	patchsets: readonly SeriesPatchset[],
): Iterable<readonly Batch<M>[]> {
	const homes = new Map(batches.flatMap((batch) => batch.patchsets.map((id) => [id, batch] as const)));
	return patchsets.flatMap(({ id, supersededBy }) => {
		const [older, newer] = [homes.get(id), homes.get(supersededBy ?? NaN)];
		return older && newer ? [[older, newer]] : [];
	});
}
