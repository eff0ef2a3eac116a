import * as v from 'valibot';
import type { Read } from '../forge/read.ts';
import type { Answer, Params, Row } from '../forge/row.ts';
import type { Caller } from './accounts.ts';
import { Refusal } from './refusal.ts';

/** A part of a list whose pages the handler makes itself, because it need not know the whole. */
export interface Slice<T> {
	readonly rows: readonly T[];
	readonly next: string | null;
	readonly total: number;
}

export interface Bytes {
	readonly bytes: Uint8Array;
	readonly type: string;
	/** Names the content for ever: an object id. */
	readonly etag?: string;
}

type Given<A> = A extends { kind: 'one'; shape: infer S }
	? Read<S>
	: A extends { kind: 'many'; shape: infer S }
		? readonly Read<S>[] | Slice<Read<S>>
		: A extends { kind: 'bytes' }
			? Bytes
			: undefined;

/** What a handler is asked: the parts of the path (as text), the body, by whom. */
interface Ask<P, B> {
	readonly params: { readonly [K in keyof P]: string };
	readonly body: B;
	readonly caller: Caller;
	readonly query: URLSearchParams;
}

type Handler<R> =
	R extends Row<infer Path, infer Body, infer A>
		? (ask: Ask<Params<Path>, R['body'] extends null ? null : Body>) => Given<A> | Promise<Given<A>>
		: never;

/** One handler for each row: a missing one, or one that answers the wrong thing, does not compile. */
export type Handlers<Table> = { readonly [Name in keyof Table]: Handler<Table[Name]> };

/** A row ready to be asked over HTTP. */
export interface Route {
	readonly row: Row<string, unknown, Answer<unknown>>;
	/** The parts of a path that is this route's; undefined for another's. */
	match(path: string): Record<string, string> | undefined;
	answer(ask: Omit<Ask<unknown, unknown>, 'params'> & { readonly params: Record<string, string> }): unknown;
}

export function serve<Table extends Readonly<Record<string, Row<string, unknown, Answer<unknown>>>>>(
	table: Table,
	handlers: Handlers<Table>,
): Route[] {
	return Object.entries(table).map(([name, row]) => {
		const handle = handlers[name] as unknown as Route['answer'];
		return { row, match: matcher(row.path), answer: handle };
	});
}

/** A user's segment: `~name`, or an address of mail. So `repos` in `/api/repos/repos` is never taken for a person. */
const ownerPattern = '((?:~|%7[Ee])[^/]+|[^/]*(?:@|%40)[^/]*)';

/** Both forms of a path, with and without the part in brackets. */
export function matcher(path: string): Route['match'] {
	const forms = [path.replace(/[[\]]/g, ''), path.replace(/\[[^\]]*\]/, '')].map((form) => ({
		names: [...form.matchAll(/[:*~](\w+)/g)].map((match) => match[1] ?? ''),
		// A `*name` takes as little as it can: what belongs to a ref and what to a path, only git can tell.
		pattern: new RegExp(
			`^${form
				.replace('/:owner', `/${ownerPattern}`)
				.replace(/[:~]\w+/g, '([^/]+)')
				.replace(/\*\w+/g, '(.+?)')}/?$`,
		),
	}));
	return (asked) => {
		for (const { names, pattern } of forms) {
			const found = pattern.exec(asked);
			if (found)
				return Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? '')]));
		}
		return undefined;
	};
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		throw new Refusal(400, 'The path is not well encoded.');
	}
}

/** The body as the row wants it, or the reasons why it is not that. */
export function checked(row: Route['row'], json: unknown): unknown {
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
