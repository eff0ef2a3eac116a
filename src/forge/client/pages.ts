import * as v from 'valibot';
import { fieldOf } from '../../base/field-of.ts';
import { CallBounds } from '../contract/bounds.ts';
import { each, type Read, type Report, read, type Shape } from '../contract/read.ts';
import type { Paging } from '../contract/row.ts';

/** The pages of a list. Each page is fetched on demand, so a caller that stops early fetches nothing more. */
export type Pages<T> = AsyncIterable<Page<T>>;

export interface Page<T> {
	/** The rows of this page that no earlier page had. */
	readonly rows: readonly T[];
	/** The number of rows in all pages, if the server sends it. Infinity if it may have left out some. */
	readonly total: number | undefined;
	/** Whether the server names no further page. A further page may still bring nothing new. */
	readonly isLast: boolean;
}

interface Listing<T> {
	readonly shape: Shape<T>;
	readonly paging: Paging;
}

type Fetch = (query: Readonly<Record<string, string>>, bounds: CallBounds) => Promise<unknown>;

const Envelope = v.object({
	next: v.fallback(v.nullish(v.union([v.string(), v.number()]), null), null),
	results: v.array(v.unknown()),
	total: v.fallback(v.nullish(v.number(), null), null),
	/** Whether the pages are of several lists that share rows. */
	hasSharedRows: v.fallback(v.nullish(v.boolean(), null), null),
});

/** What identifies a row within its list: `id`, or `name` for labels and references. Only invalid rows have neither. */
function keyOf(row: unknown): string | number | undefined {
	const id = fieldOf(row, 'id');
	if (isKey(id)) return id;
	const name = fieldOf(row, 'name');
	return isKey(name) ? name : undefined;
}

const isKey = (value: unknown): value is string | number =>
	typeof value === 'number' || typeof value === 'string';

/** Where the next page starts, depending on the route. Undefined after the last page. */
function nextStart(paging: Paging, envelope: Read<typeof Envelope>): string | undefined {
	if (paging === 'whole' || paging === 'bare' || paging === 'newest') return undefined;
	if (envelope.next === null) return undefined;
	if (paging === 'next') return String(envelope.next);
	// Uses the last row that has a usable ID, so that an invalid row does not hide the pages after it.
	const id = envelope.results.map((row) => fieldOf(row, 'id')).findLast((value) => typeof value === 'number');
	return id !== undefined && id > 1 ? String(id - 1) : undefined;
}

/**
 * Walks a list, from the start for each iteration. Servers answer with an envelope or a bare array, repeat rows at page
 * boundaries, and some repeat pages endlessly. A page without a new row therefore ends the walk, even if it names a next
 * page, unless several lists are read together. A list that does not end is a `surprise`: `bounds`, by default those of one iteration, are
 * passed to each request.
 */
export function pages<T>(listing: Listing<T>, fetch: Fetch, report: Report, bounds?: CallBounds): Pages<T> {
	return { [Symbol.asyncIterator]: () => walk(listing, fetch, report, bounds ?? new CallBounds()) };
}

async function* walk<T>(
	listing: Listing<T>,
	fetch: Fetch,
	report: Report,
	bounds: CallBounds,
): AsyncGenerator<Page<T>> {
	const rowShape = each(listing.shape);
	const seen = new Set<string | number>();
	let start: string | undefined;
	let leavesOutRows = false;
	do {
		const answer = await fetch(start === undefined ? {} : { start }, bounds);
		const envelope = Array.isArray(answer)
			? { next: null, results: answer, total: null, hasSharedRows: null }
			: read(Envelope, answer, report);
		const seenBefore = seen.size;
		const newRows = envelope.results.filter((row) => {
			const key = keyOf(row);
			if (key === undefined) return true;
			const isNew = !seen.has(key);
			seen.add(key);
			return isNew;
		});
		const hasNewRows = seen.size > seenBefore;
		bounds.addRows(seen.size - seenBefore);
		const total = envelope.total !== null && envelope.total >= 0 ? envelope.total : undefined;
		const next = nextStart(listing.paging, envelope);
		if (hasNewRows || start === undefined) {
			const rows = read(rowShape, newRows, report);
			leavesOutRows ||= rows.length < newRows.length;
			// A row that cannot be read exists, so what was not listed need not be gone.
			yield { rows, total: leavesOutRows ? Number.POSITIVE_INFINITY : total, isLast: next === undefined };
		}
		if (!hasNewRows && !envelope.hasSharedRows) {
			const isCounted = total !== undefined && total < Number.POSITIVE_INFINITY;
			if (isCounted && start !== undefined && seen.size < total) {
				report(`Only ${seen.size} of the ${total} elements of a list could be read.`);
			}
			return;
		}
		start = next;
	} while (start !== undefined);
}

/** Every row of every page, in the server's order. */
export async function listAll<T>(list: Pages<T>): Promise<T[]> {
	const rows: T[] = [];
	// Not spread into `push`: a page may have more rows than a call can have arguments.
	for await (const page of list) for (const row of page.rows) rows.push(row);
	return rows;
}
