import type { PageData } from './document.ts';

/**
 * A page of a list that loses rows at the boundaries of its pages. If there are several pages, the number of rows is not known, so what
 * was not listed may still exist.
 */
export function pageWithGaps<T>(
	{ results, next }: PageData<T>,
	cursor: string | undefined,
	convert: (row: T) => unknown,
): unknown {
	const isWhole = next === null && cursor === undefined;
	return {
		results: results.map(convert),
		next,
		total: isWhole ? results.length : Number.POSITIVE_INFINITY,
	};
}
