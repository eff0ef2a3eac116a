import * as v from 'valibot';
import type { ListedThreads } from './listed-series.ts';

export const ListCountsShape = v.object({
	/** How many of the known patchsets are proposed. */
	proposed: v.number(),
	/** Whether the forge may have more patchsets. */
	mayBeMore: v.boolean(),
});

export type ListCounts = v.InferOutput<typeof ListCountsShape>;

interface KnownList {
	readonly threads: ListedThreads;
	readonly isComplete: boolean;
	/** Whether the forge has older patchsets than those that are known. */
	readonly hasOlder: boolean;
}

/** What the row of a mailing list shows. Undefined if nothing is known of the list. */
export function countsOf({ threads: { series }, isComplete, hasOlder }: KnownList): ListCounts | undefined {
	if (!isComplete && series.length === 0) return undefined;
	const proposed = series.filter(({ status }) => status === 'proposed').length;
	return { proposed, mayBeMore: !isComplete || hasOlder };
}
