import { largest, smallest } from '../../../base/collections.ts';
import type { TargetWebhooks } from './target-webhooks.ts';

export interface RefusalPace {
	/** While a forge refuses webhooks, one target of each family is tried again after this time. */
	readonly refusedMs: number;
	/** The least time until what was refused is tried again. */
	readonly leastMs: number;
}

/**
 * When to try webhooks again that the forge has refused. A forge that refuses one tracker often refuses all, so only the one that was
 * refused the longest ago is tried, and after a success the others of its family. All are tried if the user has asked for it.
 */
export function retryTimes(
	all: readonly TargetWebhooks[],
	{ refusedMs, leastMs }: RefusalPace,
	isByUser: boolean,
): ReadonlyMap<TargetWebhooks, number> {
	const times = new Map<TargetWebhooks, number>();
	for (const ofFamily of Map.groupBy(all, ({ target }) => target.family).values()) {
		const refused = ofFamily.map(refusedAt).filter((at) => at !== undefined);
		if (refused.length === 0) continue;
		const last = largest(refused);
		const oldest = ofFamily.find((webhooks) => refusedAt(webhooks) === smallest(refused));
		const accepted = largest(ofFamily.map(acceptedAt));
		for (const webhooks of ofFamily) {
			const at = refusedAt(webhooks);
			if (at === undefined) continue;
			if (isByUser || at + leastMs < accepted) times.set(webhooks, at + leastMs);
			else if (webhooks === oldest) times.set(webhooks, last + refusedMs);
		}
	}
	return times;
}

const refusedAt = ({ registration }: TargetWebhooks): number | undefined =>
	registration.kind === 'refused' ? registration.at : undefined;

const acceptedAt = ({ registration }: TargetWebhooks): number =>
	registration.kind === 'registered' ? registration.since : Number.NEGATIVE_INFINITY;
