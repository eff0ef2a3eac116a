import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import { type SeriesSummary, seriesIdOf } from '../lists/series-summary.ts';

/** A series of a list, as an account sees it. */
export interface AccountSeries {
	readonly list: ListKey;
	readonly series: SeriesSummary;
}

/** Each series once, as the first account sees it: several accounts of a forge may see the same list. `forgeOf` returns the name of an account's forge. */
export function uniqueSeries<T extends AccountSeries>(
	all: Iterable<T>,
	forgeOf: (account: string) => string | undefined,
): readonly T[] {
	const found = new Map<string, T>();
	for (const one of all) {
		const id = `${forgeOf(one.list.account)} ${listRef(one.list)} ${seriesIdOf(one.series)}`;
		if (!found.has(id)) found.set(id, one);
	}
	return [...found.values()];
}
