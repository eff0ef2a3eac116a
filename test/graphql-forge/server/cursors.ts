import { queryError } from './errors.ts';
import { properties, type Resolvers } from './resolvers.ts';

export interface Page<T> {
	readonly results: readonly T[];
	readonly cursor: string | null;
}

export interface PageArgs {
	readonly cursor?: string | null;
	/** The size of the pages. Without effect beside a cursor, which has it. */
	readonly count?: number | undefined;
}

export const pageSize = 25;

/** The resolvers of each type of page. */
export const pageFields: Resolvers[string] = properties('results', 'cursor');

/**
 * A page of rows, from the one with the highest id to the one with the lowest. The cursor has the highest id of the
 * next page. It does not know its list, so with the cursor of another list, a page begins anywhere.
 */
export function pageOf<T>(rows: readonly T[], idOf: (row: T) => number, args: PageArgs): Page<T> {
	const { start, count } = startOf(args, Number.POSITIVE_INFINITY);
	const rest = rows.filter((row) => idOf(row) <= Number(start)).sort((a, b) => idOf(b) - idOf(a));
	const next = rest[count];
	return {
		results: rest.slice(0, count),
		cursor: next === undefined ? null : writeCursor(idOf(next), count),
	};
}

/**
 * A page of rows with times, the newest first. The cursor has only the whole second of the next row, before which the next page begins: this
 * row is lost, and so are the others of that second.
 */
export function pageBySecond<T extends { readonly id: number; readonly at: string }>(
	rows: readonly T[],
	args: PageArgs,
): Page<T> {
	const { start, count } = startOf(args, Number.POSITIVE_INFINITY);
	const secondOf = ({ at }: T) => Math.floor(Date.parse(at) / 1000);
	const rest = rows
		.filter((row) => secondOf(row) < Number(start))
		.sort((a, b) => secondOf(b) - secondOf(a) || b.id - a.id);
	const next = rest[count];
	return {
		results: rest.slice(0, count),
		cursor: next === undefined ? null : writeCursor(secondOf(next), count),
	};
}

/** A page of a list whose cursor does not apply: each further page is the first one again. */
export function firstPage<T>(rows: readonly T[]): Page<T> {
	const next = rows[pageSize];
	return { results: rows.slice(0, pageSize), cursor: next === undefined ? null : writeCursor(pageSize) };
}

/** A page of a list without an order, to which its cursor does not apply: the second page brings three more rows at most, and is the last one. */
export function unordered<T>(rows: readonly T[], { cursor }: PageArgs): Page<T> {
	const end = cursor == null ? pageSize : pageSize + 3;
	return {
		results: rows.slice(end - pageSize, end),
		cursor: cursor == null && end < rows.length ? writeCursor(end) : null,
	};
}

/** A page of rows in their order. The cursor has the place of the next page. If the list `repeats`, its second page is the first one again. */
export function oldestFirst<T>(rows: readonly T[], args: PageArgs, repeats: boolean): Page<T> {
	const start = Number(startOf(args, 0).start);
	const end = start + pageSize;
	if (start > 0 && repeats) return { results: rows.slice(0, pageSize), cursor: null };
	return { results: rows.slice(start, end), cursor: end < rows.length ? writeCursor(end) : null };
}

/**
 * A page of rows in the order of their names, byte by byte. The cursor has the first name of the next page. If the list
 * `losesTwo`, the first two rows of each further page are missing.
 */
export function pageByName<T extends { readonly name: string }>(
	rows: readonly T[],
	args: PageArgs,
	losesTwo: boolean,
): Page<T> {
	const { start } = startOf(args, '');
	const rest = rows
		.filter(({ name }) => compareNames(name, String(start)) >= 0)
		.sort((a, b) => compareNames(a.name, b.name))
		.slice(losesTwo && args.cursor != null ? 2 : 0);
	const next = rest[pageSize];
	return { results: rest.slice(0, pageSize), cursor: next === undefined ? null : writeCursor(next.name) };
}

const compareNames = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Where a page begins, and how many rows it has. */
interface Start {
	readonly start: number | string;
	readonly count: number;
}

export const startOf = ({ cursor, count = pageSize }: PageArgs, first: Start['start']): Start =>
	cursor == null ? { start: first, count } : readCursor(cursor);

export const writeCursor = (start: Start['start'], count = pageSize): string =>
	Buffer.from(JSON.stringify({ start, count })).toString('base64url');

function readCursor(cursor: string): Start {
	try {
		const { start, count } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
		if (typeof start === 'number' || typeof start === 'string') return { start, count };
	} catch {
		// It is refused below.
	}
	throw queryError('Invalid cursor', 'ERR_INVALID_INPUT', 'cursor');
}
