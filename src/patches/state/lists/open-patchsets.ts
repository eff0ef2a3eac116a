import type { Patchset } from '../../../forge/shapes/lists.ts';

/** The statuses of closed patchsets. An unknown status counts as open, so that it is read again. */
const closedStatuses: readonly string[] = ['applied', 'rejected', 'superseded'];
/** Old lists often have a patchset that was never closed. Down to it, each *Refresh* would read all pages. */
const maxPatchsets = 500;

/** The ids of those among the newest patchsets of a list that are not closed. */
export function newestOpenPatchsets(patchsets: ReadonlyMap<number, Patchset>): readonly number[] {
	const newest = [...patchsets.keys()].toSorted((one, other) => other - one).slice(0, maxPatchsets);
	return newest.filter((id) => !closedStatuses.includes(patchsets.get(id)?.status ?? ''));
}
