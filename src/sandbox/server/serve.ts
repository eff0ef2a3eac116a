import * as v from 'valibot';
import type { Read } from '../../forge/contract/read.ts';
import type { Answer, EndpointRow, Params } from '../../forge/contract/row.ts';
import type { Caller } from './accounts.ts';
import { Refusal } from './refusal.ts';

/** One page of a list, from a handler that makes its own pages to avoid loading the whole list. */
export interface Slice<T> {
	readonly rows: readonly T[];
	readonly next: string | null;
	readonly total: number;
}

export interface Bytes {
	readonly bytes: Uint8Array;
	readonly type: string;
	/** An object id, which identifies the content permanently. */
	readonly etag?: string;
}

type RouteAnswer<A> = A extends { kind: 'one'; shape: infer S }
	? Read<S>
	: A extends { kind: 'many'; shape: infer S }
		? readonly Read<S>[] | Slice<Read<S>>
		: A extends { kind: 'bytes' }
			? Bytes
			: undefined;

/** A request to a handler: the path's parameters (as text), the body, the caller. */
interface RouteRequest<P, B> {
	readonly params: { readonly [K in keyof P]: string };
	readonly body: B;
	readonly caller: Caller;
	readonly query: URLSearchParams;
}

type Handler<R> =
	R extends EndpointRow<infer Path, infer Body, infer A>
		? (
				request: RouteRequest<Params<Path>, R['body'] extends null ? null : Body>,
			) => RouteAnswer<A> | Promise<RouteAnswer<A>>
		: never;

/** One handler for each row. A missing handler, or one with a wrong answer, does not compile. */
export type Handlers<Table> = { readonly [Name in keyof Table]: Handler<Table[Name]> };

/** A row bound to its handler, ready to serve over HTTP. */
export interface Route {
	readonly row: EndpointRow<string, unknown, Answer<unknown>>;
	/** The parameters of a matching path; undefined for any other path. */
	match(path: string): Record<string, string> | undefined;
	answer(
		request: Omit<RouteRequest<unknown, unknown>, 'params'> & { readonly params: Record<string, string> },
	): unknown;
}

export function serve<Table extends Readonly<Record<string, EndpointRow<string, unknown, Answer<unknown>>>>>(
	table: Table,
	handlers: Handlers<Table>,
): Route[] {
	return Object.entries(table).map(([name, row]) => {
		const handle = handlers[name] as unknown as Route['answer'];
		return { row, match: matcher(row.path), answer: handle };
	});
}

/**
 * The segment of a user: `~name`, or a mail address. It prevents `repos` in `/api/repos/repos` from matching as a user.
 */
const ownerPattern = '((?:~|%7[Ee])[^/]+|[^/]*(?:@|%40)[^/]*)';

/** Matches a path with and without the part in brackets. */
export function matcher(path: string): Route['match'] {
	const forms = [path.replace(/[[\]]/g, ''), path.replace(/\[[^\]]*\]/, '')].map((form) => ({
		names: [...form.matchAll(/[:*~](\w+)/g)].map((match) => match[1] ?? ''),
		// A `*name` matches as little as possible. Only git can tell where a ref ends and a path begins.
		pattern: new RegExp(
			`^${form
				.replace('/:owner', `/${ownerPattern}`)
				.replace(/[:~]\w+/g, '([^/]+)')
				.replace(/\*\w+/g, '(.+?)')}/?$`,
		),
	}));
	return (requested) => {
		for (const { names, pattern } of forms) {
			const found = pattern.exec(requested);
			if (found)
				return Object.fromEntries(names.map((name, index) => [name, decodeSegment(found[index + 1] ?? '')]));
		}
		return undefined;
	};
}

function decodeSegment(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		throw new Refusal(400, 'The path is not encoded correctly.');
	}
}

/** Parses a body as the row requires. Throws the reasons if it is invalid. */
export function parseBody(row: Route['row'], json: unknown): unknown {
	if (row.body === null) return null;
	if (typeof json !== 'object' || json === null || Array.isArray(json)) {
		throw new Refusal(400, 'The body must be a JSON object.');
	}
	const result = v.safeParse(row.body, json);
	if (result.success) return result.output;
	throw new Refusal(
		400,
		result.issues.map((issue) => ({
			field: v.getDotPath(issue) ?? '',
			reason: issue.received === 'undefined' ? `${v.getDotPath(issue)} is required` : issue.message,
		})),
	);
}
