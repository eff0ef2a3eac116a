import * as v from 'valibot';
import { tryAsync } from '../../base/abort.ts';
import type { CallBounds } from '../contract/bounds.ts';
import { ForgeError } from '../contract/errors.ts';
import { type Read, type Report, read, type Shape } from '../contract/read.ts';
import {
	type Answer,
	type BodyShape,
	type EndpointRow,
	isWrite,
	type Params,
	pathBuilder,
} from '../contract/row.ts';
import { type Pages, pages } from './pages.ts';

/** A request as the typed functions send it: its path below the area's base address, and its content. */
export interface Call {
	readonly method: EndpointRow['method'];
	/** Whether the call asks for a change. The method does not say: a query in GraphQL is a `POST`. */
	readonly isWrite: boolean;
	/** The row's path, as the table has it. */
	readonly route: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	/** Sent as JSON. A text is sent as it is, and its type is in `headers`. */
	readonly body: unknown;
	/** Headers that only this call has. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	readonly scope: string | null;
	/** Whether the answer does not depend on the token. A refusal without a reason is then not about the token. */
	readonly needsNoToken?: boolean | undefined;
	readonly signal: AbortSignal | undefined;
	/** Awaited directly before each request; if that has a body, when its connection is ready. If it rejects, nothing is sent. */
	readonly beforeSending?: (() => Promise<void>) | undefined;
	/** The most bytes of a file to read; by default, the wire's own limit. */
	readonly maxBytes?: number | undefined;
	/** Counts the requests of the typed function, if that may need several. */
	readonly bounds?: CallBounds | undefined;
}

/** Sends calls to one area of one forge. Rejects with a `ForgeError` or the signal's own reason unless the call succeeds. */
export interface Wire {
	json(call: Call): Promise<unknown>;
	/** Equal calls that run at the same time share the same bytes, so callers must not modify them. */
	bytes(call: Call): Promise<Uint8Array>;
	/** For calls whose only result is success. Ignores the body of the answer, but fails if it is a web page. */
	nothing(call: Call): Promise<void>;
	/** Receives a report of each element that had to be left out of an answer. */
	readonly report: Report;
}

export interface CallOptions {
	readonly signal?: AbortSignal;
	readonly beforeSending?: Call['beforeSending'];
	readonly query?: Readonly<Record<string, string>>;
	/** For files: a larger one fails with a `ForgeError` that says so in `tooLarge`. */
	readonly maxBytes?: number;
}

type Result<A> = A extends { kind: 'one'; shape: infer S }
	? Promise<Read<S>>
	: A extends { kind: 'many'; shape: infer S }
		? Pages<Read<S>>
		: A extends { kind: 'bytes' }
			? Promise<Uint8Array>
			: Promise<void>;

type Typed<R> =
	R extends EndpointRow<infer Path, infer Body, infer A>
		? R['body'] extends null
			? (params: Params<Path>, options?: CallOptions) => Result<A>
			: (params: Params<Path>, body: Body, options?: CallOptions) => Result<A>
		: never;

/** The typed functions of a table of rows. A client for another API dialect has the same type. */
export type Client<Table> = { readonly [Name in keyof Table]: Typed<Table[Name]> };

type Values = Readonly<Record<string, string | number | undefined>>;

/**
 * Creates a function for each row. A call that cannot be sent, because of a name that no path can hold or a wrong body, rejects
 * like one that the server refused.
 */
export function connect<
	Table extends Readonly<Record<string, EndpointRow<string, unknown, Answer<unknown>>>>,
>(table: Table, wire: Wire): Client<Table> {
	const functions = Object.entries(table).map(([name, row]) => {
		const path = pathBuilder(row.path);
		const { answer } = row;
		const invoke = (params: Values, second?: unknown, third?: CallOptions) => {
			// If the row has no body, the options are the second argument.
			const options = row.body === null ? (second as CallOptions | undefined) : third;
			const call = (query: Call['query'] = options?.query ?? {}, bounds?: CallBounds): Call => ({
				method: row.method,
				isWrite: isWrite(row),
				route: row.path,
				path: fillPath(path, params),
				query,
				body: row.body === null ? undefined : checkBody(row.body, second),
				scope: row.scope,
				signal: options?.signal,
				beforeSending: options?.beforeSending,
				maxBytes: options?.maxBytes,
				bounds,
			});
			if (answer.kind === 'many') {
				const fetchPage = async (start: Call['query'], bounds: CallBounds) =>
					wire.json(call({ ...options?.query, ...start }, bounds));
				return pages(answer, fetchPage, wire.report);
			}
			if (answer.kind === 'bytes') return tryAsync(() => wire.bytes(call()));
			if (answer.kind === 'nothing') return tryAsync(() => wire.nothing(call()));
			const shape: Shape<unknown> = answer.shape;
			return (async () => read(shape, await wire.json(call()), wire.report, isWrite(row)))();
		};
		return [name, invoke];
	});
	// The table's type determines the functions' types, because each function was made from its row above.
	return Object.fromEntries(functions) as Client<Table>;
}

function fillPath(path: (params: Values) => string, params: Values): string {
	try {
		return path(params);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new ForgeError('refused', `This request cannot be sent: ${error.message}.`, { cause: error });
	}
}

/**
 * Returns the body to send, without keys that have no value. Throws on keys that the row does not know and on missing or wrong
 * values.
 */
export function checkBody(shape: BodyShape<unknown>, body: unknown): unknown {
	const set = Object.entries(body ?? {}).filter(([, value]) => value !== undefined);
	const result = v.safeParse(shape, Object.fromEntries(set));
	if (result.success) return result.output;
	const fields = new Set(result.issues.map((issue) => v.getDotPath(issue) ?? 'body'));
	const reasons = [...fields].map((field) => ({ field, reason: `${field} is missing, invalid or unknown` }));
	const reasonText = reasons.map(({ reason }) => reason).join(', ');
	throw new ForgeError('refused', `This cannot be sent: ${reasonText}.`, { reasons });
}
