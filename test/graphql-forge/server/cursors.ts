import { queryError } from './errors.ts';
import { properties, type Resolvers } from './resolvers.ts';

export interface Page<T> {
	readonly results: readonly T[];
	readonly cursor: string | null;
}

export interface PageArgs {
	readonly cursor?: string | null;
}

const pageSize = 25;

/** The resolvers of each type of page. */
export const pageFields: Resolvers[string] = properties('results', 'cursor');

/**
 * A page of rows, from the one with the highest id to the one with the lowest. The cursor has the highest id of the
 * next page. It does not know its list, so with the cursor of another list, a page begins anywhere. If the list
 * `losesBoundary`, the first row of each further page is missing.
 */
export function pageOf<T>(
	rows: readonly T[],
	idOf: (row: T) => number,
	{ cursor }: PageArgs,
	losesBoundary = false,
): Page<T> {
	const start = cursor == null ? Number.POSITIVE_INFINITY : readCursor(cursor);
	const rest = rows.filter((row) => idOf(row) <= start).sort((a, b) => idOf(b) - idOf(a));
	const next = rest[pageSize];
	return {
		results: rest.slice(0, pageSize),
		cursor: next === undefined ? null : writeCursor(idOf(next) - (losesBoundary ? 1 : 0)),
	};
}

/** A page of rows in their order. The cursor has the place of the next page. If the list `repeats`, its second page is the first one again. */
export function oldestFirst<T>(rows: readonly T[], { cursor }: PageArgs, repeats: boolean): Page<T> {
	const start = cursor == null ? 0 : readCursor(cursor);
	const end = start + pageSize;
	if (start > 0 && repeats) return { results: rows.slice(0, pageSize), cursor: null };
	return { results: rows.slice(start, end), cursor: end < rows.length ? writeCursor(end) : null };
}

const writeCursor = (start: number): string =>
	Buffer.from(JSON.stringify({ start, count: pageSize })).toString('base64url');

function readCursor(cursor: string): number {
	try {
		const { start } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
		if (typeof start === 'number') return start;
	} catch {
		// It is refused below.
	}
	throw queryError('Invalid cursor', 'ERR_INVALID_INPUT', 'cursor');
}
