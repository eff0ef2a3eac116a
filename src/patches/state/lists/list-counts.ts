import * as v from 'valibot';
import type { ThreadSummaries } from './series-summary.ts';

export const ListCountsShape = v.object({
	/** How many of the known patchsets are proposed. */
	proposed: v.number(),
	/** How many known series the forge has no patchset for. */
	withoutStatus: v.optional(v.number(), 0),
	/** Whether the forge may have more patchsets. */
	mayBeMore: v.boolean(),
});

export type ListCounts = v.InferOutput<typeof ListCountsShape>;

interface KnownList {
	readonly isComplete: boolean;
	/** Whether the forge has older patchsets than those that are known. */
	readonly hasOlder: boolean;
}

/** What the row of a mailing list shows. Undefined if no proposed patchset is known although there may be some: the mails of a list can be known without its patchsets. */
export function countsOf(
	{ isComplete, hasOlder }: KnownList,
	{ series }: ThreadSummaries,
): ListCounts | undefined {
	const proposed = series.filter(({ status }) => status === 'proposed').length;
	if (!isComplete && proposed === 0) return undefined;
	const withoutStatus = series.filter(({ status }) => status === 'unknown').length;
	return { proposed, withoutStatus, mayBeMore: !isComplete || hasOlder };
}
