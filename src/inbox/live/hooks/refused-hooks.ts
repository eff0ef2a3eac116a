import { largest, smallest } from '../../../base/collections.ts';
import { type HookRecord, spellTarget } from './hook-record.ts';

export interface RefusalPace {
	/** While a forge refuses hooks, one target of each family is tried again after this time. */
	readonly refusedMs: number;
	/** The least time until what was refused is tried again. */
	readonly leastMs: number;
}

/**
 * When to try hooks again that the forge has refused, by target. A forge that refuses one tracker often refuses all, so only the one that
 * was refused the longest ago is tried, and after a success the others of its family. With `isWanted`, because the user has asked for
 * it, all are tried.
 */
export function retryTimes(
	records: readonly HookRecord[],
	{ refusedMs, leastMs }: RefusalPace,
	isWanted = false,
): ReadonlyMap<string, number> {
	const times = new Map<string, number>();
	for (const ofFamily of Map.groupBy(records, ({ target }) => target.family).values()) {
		const refused = ofFamily.map(refusedAt).filter((at) => at !== undefined);
		if (refused.length === 0) continue;
		const last = largest(refused);
		const oldest = ofFamily.find((record) => refusedAt(record) === smallest(refused));
		const accepted = largest(ofFamily.map(acceptedAt));
		for (const record of ofFamily) {
			const at = refusedAt(record);
			if (at === undefined) continue;
			if (isWanted || at + leastMs < accepted) times.set(spellTarget(record.target), at + leastMs);
			else if (record === oldest) times.set(spellTarget(record.target), last + refusedMs);
		}
	}
	return times;
}

const refusedAt = ({ state }: HookRecord): number | undefined =>
	state.kind === 'refused' ? state.at : undefined;

const acceptedAt = ({ state }: HookRecord): number =>
	state.kind === 'registered' ? state.since : Number.NEGATIVE_INFINITY;
