import type { HookTarget } from '../../../platform/state/watch-source.ts';
import { type HookRecord, hasSameSync, type Registrar, spellTarget } from './hook-record.ts';

interface HookComparison {
	/** By target, the record to keep. */
	readonly kept: ReadonlyMap<string, HookRecord>;
	/** The targets that have no record to keep. */
	readonly missing: readonly HookTarget[];
	/**
	 * Records that other ones have replaced, or that are of no use because nothing listens. While a target has no new hooks, its old ones
	 * are neither kept nor replaced.
	 */
	readonly replaced: readonly HookRecord[];
	/** Records of targets that are no longer wanted. */
	readonly unwanted: readonly HookRecord[];
}

/** Compares the hooks that are wanted with those that are stored. Without a registrar, the forge cannot deliver anything. */
export function compareHooks(
	wanted: readonly HookTarget[],
	records: readonly HookRecord[],
	registrar: Registrar | undefined,
): HookComparison {
	const targets = new Map(wanted.map((target) => [spellTarget(target), target]));
	const kept = new Map<string, HookRecord>();
	for (const record of records) {
		const name = spellTarget(record.target);
		const target = targets.get(name);
		const isOwn = record.token === registrar?.token;
		const isUsable = isOwn && record.address === registrar?.address && record.state.kind !== 'earlierToken';
		const isWanted = target && hasSameSync(record.target, target);
		const best = kept.get(name);
		if (isWanted && isUsable && (!best || rank(record) < rank(best))) kept.set(name, record);
	}
	const missing = registrar ? [...targets].flatMap(([name, target]) => (kept.has(name) ? [] : [target])) : [];
	const replaced: HookRecord[] = [];
	const unwanted: HookRecord[] = [];
	for (const record of records) {
		const name = spellTarget(record.target);
		const best = kept.get(name);
		if (record === best || (record.state.kind === 'earlierToken' && record.token !== registrar?.token))
			continue;
		const isReplaced = best && best.state.kind !== 'creating';
		if (!registrar || isReplaced) replaced.push(record);
		else if (!targets.has(name)) unwanted.push(record);
	}
	return { kept, missing, replaced, unwanted };
}

const ranks = { registered: 0, creating: 1, refused: 2, earlierToken: 3 } as const;

const rank = ({ state }: HookRecord): number => ranks[state.kind];
