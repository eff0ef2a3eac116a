import type * as v from 'valibot';
import { percentEncode } from '../../base/text/percent-encode.ts';
import type { OwnName } from './own-name.ts';
import type { Shape } from './read.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How the pages of a list follow one another. The contract does not say, and servers differ by route. */
export type Paging =
	/** `next` is the `start` of the next page. */
	| 'next'
	/** `next` cannot be used: the next page starts below the last ticket's number. */
	| 'ticket'
	/** One answer contains the newest rows. There are no further pages: `LogReader` finds earlier rows in the logs of other commits. */
	| 'newest'
	/** One answer contains all rows. */
	| 'whole'
	/** One answer contains all rows, as a bare array. */
	| 'bare';

/** What an answer holds. */
export type Answer<Result> =
	| { readonly kind: 'one'; readonly shape: Shape<Result> }
	| { readonly kind: 'many'; readonly shape: Shape<Result>; readonly paging: Paging }
	| { readonly kind: 'bytes' }
	| { readonly kind: 'nothing' };

/** The body of a request. Strict, because what is sent must be correct. */
export type BodyShape<T> = v.GenericSchema<T, T>;

/**
 * One line of the contract. In `path`, `:name` is one segment, `*name` one or more, and `[…]` the part that names the user.
 * Without that part, the call acts for the account of the token. `~name` is also one segment: something that belongs to the
 * caller, on a route that can name no other owner.
 */
export interface EndpointRow<Path extends string = string, Body = unknown, A = unknown> {
	readonly method: Method;
	readonly path: Path;
	readonly scope: string | null;
	readonly body: BodyShape<Body> | null;
	readonly answer: A;
}

/** Whether a row asks for a change. The server may have made it even if its answer is missing or unreadable. */
export const isWrite = ({ method }: { readonly method: Method }): boolean => method !== 'GET';

type Kind<Of extends Answer<unknown>['kind'], Result = unknown> = Extract<Answer<Result>, { kind: Of }>;

export const one = <T>(shape: Shape<T>): Kind<'one', T> => ({ kind: 'one', shape });
export const many = <T>(shape: Shape<T>, paging: Paging = 'next'): Kind<'many', T> => ({
	kind: 'many',
	shape,
	paging,
});
export const bytes: Kind<'bytes'> = { kind: 'bytes' };
export const nothing: Kind<'nothing'> = { kind: 'nothing' };

export const get = <const Path extends string, A>(path: Path, scope: string | null, answer: A) =>
	({ method: 'GET', path, scope, body: null, answer }) satisfies EndpointRow<Path, never, A>;

/** A read with more parameters than are in its path. Only rows of GraphQL are like this. */
export const query = <const Path extends string, Body, A>(
	path: Path,
	scope: string,
	body: BodyShape<Body>,
	answer: A,
) => ({ method: 'GET', path, scope, body, answer }) satisfies EndpointRow<Path, Body, A>;

export const post = <const Path extends string, Body extends BodyShape<unknown> | null, A>(
	path: Path,
	scope: string | null,
	body: Body,
	answer: A,
) => ({ method: 'POST' as const, path, scope, body, answer });

export const put = <const Path extends string, Body, A>(
	path: Path,
	scope: string,
	body: BodyShape<Body>,
	answer: A,
) => ({ method: 'PUT', path, scope, body, answer }) satisfies EndpointRow<Path, Body, A>;

export const remove = <const Path extends string>(path: Path, scope: string | null) =>
	({ method: 'DELETE', path, scope, body: null, answer: nothing }) satisfies EndpointRow<
		Path,
		never,
		Kind<'nothing'>
	>;

/** The parameters of a path. Without the part in brackets, the names after it belong to the caller. */
export type Params<Path extends string> = Path extends `${infer Before}[${infer Optional}]${infer After}`
	? Names<`${Before}${Optional}${After}`> | (Names<Before> & OwnNames<After> & Never<Names<Optional>>)
	: Names<Path>;

type Never<T> = { readonly [K in keyof T]?: undefined };

/** The same parameters, except that those in an account's namespace must be names of the caller. */
type OwnNames<Path extends string> = {
	readonly [K in keyof Names<Path>]: K extends 'list' | 'repository' | 'tracker' ? OwnName : Names<Path>[K];
};

type Names<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
	? Name<Segment> & Names<Rest>
	: Name<Path>;

type Name<Segment extends string> = Segment extends `:${infer N}` | `*${infer N}`
	? { readonly [K in N]: string | number }
	: Segment extends `~${infer N}`
		? { readonly [K in N]: OwnName }
		: unknown;

type Values = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns a function that makes the path of a call. Every value becomes exactly one segment, or for `*name` as many as it has, and
 * no segment can be `.` or `..`, so no name can lead the request to another route. The function throws a `RangeError` for a value
 * that no path can hold.
 */
export function pathBuilder(path: string): (params: Values) => string {
	const optional = /\[([^\]]*)\]/.exec(path)?.[1];
	const optionalName = /:(\w+)/.exec(optional ?? '')?.[1];
	const short = splitPath(path.replace(/\[[^\]]*\]/, ''));
	const long = splitPath(path.replace(/[[\]]/g, ''));
	return (params) => {
		const form = optionalName === undefined || params[optionalName] === undefined ? short : long;
		let filled = form.start;
		for (const { name, isRest, after } of form.parameters) {
			filled += (isRest ? encodeRest : encodeSegment)(path, name, String(params[name] ?? '')) + after;
		}
		return filled;
	};
}

/** Splits a path into alternating text and parameters. */
function splitPath(path: string) {
	const [start = '', ...pieces] = path.split(/(?=[:*~]\w)/);
	const parameters = pieces.map((piece) => {
		const [name = ''] = /^\w+/.exec(piece.slice(1)) ?? [];
		return { name, isRest: piece.startsWith('*'), after: piece.slice(1 + name.length) };
	});
	return { start, parameters };
}

function encodeRest(path: string, name: string, value: string): string {
	return value
		.split('/')
		.map((segment) => encodeSegment(path, name, segment))
		.join('/');
}

/** Leaves `~` and `@` unencoded: names begin with them, and some servers do not decode them. */
function encodeSegment(path: string, name: string, segment: string): string {
	if (segment === '' || segment === '.' || segment === '..') {
		throw new RangeError(`${JSON.stringify(segment)} cannot be the ${name} of ${path}, nor a part of it`);
	}
	// Most names need no encoding, and this check costs less than encoding.
	if (/^[\w~.-]+$/.test(segment)) return segment;
	return percentEncode(segment).replaceAll('%40', '@');
}
