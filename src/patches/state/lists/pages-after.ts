import type { Page, Pages } from '../../../forge/client/pages.ts';
import type { FirstRows } from '../../../forge/contract/read.ts';

/** The pages of a list whose first one may be known. `read` begins with the first page, or at the start of a later one. */
export async function* pagesAfter<T>(
	first: FirstRows<T> | null | undefined,
	read: (query: { readonly start?: string }) => Pages<T>,
): AsyncGenerator<Page<T>> {
	if (!first) {
		yield* read({});
		return;
	}
	const { rows, next } = first;
	// If there are further pages, no known row counts as gone: the forge may lose some between two pages.
	const total = next === null ? rows.length : Number.POSITIVE_INFINITY;
	yield { rows, total, isLast: next === null };
	if (next !== null) yield* read({ start: next });
}
