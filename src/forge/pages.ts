import * as v from 'valibot';
import { ForgeError } from './errors.ts';
import { each, type Read, type Report, read, type Shape } from './read.ts';
import type { Paging } from './row.ts';

/** The pages of a list, each fetched when it is asked for: who has seen enough stops, and nothing more is fetched. */
export type Pages<T> = AsyncIterable<Page<T>>;

export interface Page<T> {
	/** What this page adds; never something that an earlier one had. */
	readonly rows: readonly T[];
	/** How many there are in all, where the server tells. */
	readonly total: number | undefined;
}

interface Listing<T> {
	readonly shape: Shape<T>;
	readonly paging: Paging;
}

type Fetch = (query: Readonly<Record<string, string>>) => Promise<unknown>;

const Envelope = v.object({
	next: v.fallback(v.nullish(v.union([v.string(), v.number()]), null), null),
	results: v.array(v.unknown()),
	total: v.fallback(v.nullish(v.number(), null), null),
	results_per_page: v.fallback(v.nullish(v.number(), null), null),
});

/** After so many pages in a row that bring one new row each, a list counts as endless. */
const mostPagesOfOne = 200;

/** What sets a row apart from the others of its list: `id`, or `name` for labels and references. Only junk has neither. */
function identity(row: unknown): string | number | undefined {
	if (typeof row !== 'object' || row === null) return undefined;
	for (const key of ['id', 'name']) {
		const value: unknown = Reflect.get(row, key);
		if (typeof value === 'number' || typeof value === 'string') return value;
	}
	return undefined;
}

const idOf = (row: unknown): unknown =>
	typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined;

/** Where the next page starts, by the habit of the route; undefined after the last. */
function nextStart(paging: Paging, envelope: Read<typeof Envelope>): string | undefined {
	// The last row that has a usable id: a bad one must not take what comes after it along.
	const id = envelope.results
		.map(idOf)
		.findLast((value) => typeof value === (paging === 'commit' ? 'string' : 'number'));
	if (paging === 'whole' || paging === 'bare') return undefined;
	if (paging === 'commit') {
		// A log has no `next`, and ends with a page that is not full, or else where one brings nothing new.
		const full = envelope.results.length >= (envelope.results_per_page ?? 1);
		return full && typeof id === 'string' ? id : undefined;
	}
	if (envelope.next === null) return undefined;
	if (paging === 'ticket') return typeof id === 'number' && id > 1 ? String(id - 1) : undefined;
	return String(envelope.next);
}

/**
 * Walks a list, anew for each who iterates. Servers answer with an envelope or a bare array, repeat rows at the seam of
 * two pages, and some would lead a client in circles: a page that brings nothing new ends the walk, whatever it says
 * comes next. A list that brings one new row for ever is a `surprise`.
 */
export function pages<T>(listing: Listing<T>, fetch: Fetch, report: Report): Pages<T> {
	return { [Symbol.asyncIterator]: () => walk(listing, fetch, report) };
}

async function* walk<T>(listing: Listing<T>, fetch: Fetch, report: Report): AsyncGenerator<Page<T>> {
	const rowShape = each(listing.shape);
	const seen = new Set<string | number>();
	let start: string | undefined;
	let pagesOfOne = 0;
	do {
		const answer = await fetch(start === undefined ? {} : { start });
		const envelope = Array.isArray(answer)
			? { next: null, results: answer, total: null, results_per_page: null }
			: read(Envelope, answer, report);
		const before = seen.size;
		const fresh = envelope.results.filter((row) => {
			const key = identity(row);
			if (key === undefined) return true;
			const known = seen.size;
			return seen.add(key).size > known;
		});
		const progress = seen.size > before;
		const total = envelope.total !== null && envelope.total >= 0 ? envelope.total : undefined;
		if (progress || start === undefined) {
			yield { rows: read(rowShape, fresh, report), total };
		}
		if (!progress) {
			if (total !== undefined && start !== undefined && seen.size < total) {
				report(`A list of ${total} could be read only to its ${seen.size}th element.`);
			}
			return;
		}
		pagesOfOne = seen.size - before === 1 ? pagesOfOne + 1 : 0;
		start = nextStart(listing.paging, envelope);
		if (start !== undefined && pagesOfOne >= mostPagesOfOne) {
			throw new ForgeError(
				'surprise',
				`The forge sends a list that does not end: ${pagesOfOne} pages in a row brought one new element each.`,
			);
		}
	} while (start !== undefined);
}

/** Every row of every page, in the server's order. */
export async function listAll<T>(list: Pages<T>): Promise<T[]> {
	const rows: T[] = [];
	// Not spread into `push`: a page may have more rows than a call can have arguments.
	for await (const page of list) for (const row of page.rows) rows.push(row);
	return rows;
}
