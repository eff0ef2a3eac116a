import type { Quirk } from './drift.ts';
import { invalid } from './refusal.ts';
import { json, type Reply } from './reply.ts';
import type { Bytes, Route, Slice } from './serve.ts';

const pageSize = 50;

interface Numbered {
	readonly id: number;
}

const isNumbered = (row: unknown): row is Numbered =>
	typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number';

const isSlice = (given: unknown): given is Slice<unknown> =>
	typeof given === 'object' && given !== null && 'rows' in given;

/**
 * One page of a list. `start` is the number of its first row. If that row is gone, a list in descending order continues
 * below it. Rows without a number count by their position. The quirk `page-of-51` repeats a row on the next page, as
 * real servers do.
 */
function pageOf(rows: readonly unknown[], start: string | null, drift: ReadonlySet<Quirk>): Slice<unknown> {
	const position = (row: unknown, index: number) => (isNumbered(row) ? row.id : rows.length - index);
	const first = start ? startIndex(rows.map(position), start) : 0;
	const rest = first === -1 ? [] : rows.slice(first);
	const size = drift.has('page-of-51') ? pageSize + 1 : pageSize;
	const next = rest[pageSize];
	return {
		rows: rest.slice(0, size),
		next: next === undefined ? null : String(position(next, first + pageSize)),
		total: rows.length,
	};
}

function startIndex(positions: readonly number[], start: string): number {
	if (!/^\d{1,15}$/.test(start)) throw invalid('start', 'The start of a page must be a number.');
	const wanted = Number(start);
	const exact = positions.indexOf(wanted);
	return exact === -1 ? positions.findIndex((position) => position <= wanted) : exact;
}

/** Turns a handler's result into the HTTP answer that its row prescribes. */
export function answerTo(
	{ method, answer }: Route['row'],
	result: unknown,
	query: URLSearchParams,
	drift: ReadonlySet<Quirk>,
): Reply {
	const status = method === 'POST' ? 201 : 200;
	if (answer.kind === 'nothing') {
		return method === 'DELETE' ? { status: 204, headers: {}, body: '' } : json(200, {});
	}
	if (answer.kind === 'bytes') {
		const { bytes, type, etag } = result as Bytes;
		return {
			status: 200,
			headers: { 'Content-Type': type, ...(etag !== undefined && { ETag: `"${etag}"` }) },
			body: bytes,
		};
	}
	if (answer.kind === 'one') return json(status, result);
	const whole = Array.isArray(result) ? result : undefined;
	const slice = isSlice(result)
		? result
		: answer.paging === 'whole' || answer.paging === 'bare'
			? { rows: whole ?? [], next: null, total: whole?.length ?? 0 }
			: pageOf(whole ?? [], query.get('start'), drift);
	const { rows, next, total } = slice;
	if (answer.paging === 'bare') return json(200, rows);
	return json(200, { next, results: rows, total, results_per_page: pageSize });
}
