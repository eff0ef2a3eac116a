import { tryAsync } from '../../base/abort.ts';
import { type CallOptions, type Client, checkBody, type Wire } from '../client/connect.ts';
import { pages } from '../client/pages.ts';
import type { CallBounds } from '../contract/bounds.ts';
import { ForgeError } from '../contract/errors.ts';
import { read } from '../contract/read.ts';
import { type Answer, type EndpointRow, isWrite, type Params } from '../contract/row.ts';
import { GraphqlCall, isMalformed, malformedAnswer } from './graphql-call.ts';
import { ResourceMemory } from './resource-memory.ts';

/** How a row is requested in GraphQL. `run` returns what REST would have answered, which the row's shape then reads. */
interface Operation<RowParams = unknown, Body = unknown> {
	/** The scopes that it needs, without the service: `TRACKERS:RO`. */
	readonly scopes: readonly string[];
	/** All documents that it may send. */
	readonly documents: readonly string[];
	run(call: GraphqlCall, params: RowParams, body: Body): Promise<unknown>;
}

/** The operations of a table of rows. Null for a row that GraphQL does not offer. */
export type Operations<Table> = {
	readonly [Name in keyof Table]: Table[Name] extends EndpointRow<infer Path, infer Body, unknown>
		? Operation<Params<Path>, Body> | null
		: never;
};

type Values = Readonly<Record<string, string | number | undefined>>;

/**
 * Has the same functions as the client of `connect`, but asks in GraphQL. Loads the operations with the first call. The clients of an account
 * share `memory`, so that a change by one of them goes to the resource that another has read. Reasons: docs/decisions/graphql.md.
 */
export function connectGraphql<
	Table extends Readonly<Record<string, EndpointRow<string, unknown, Answer<unknown>>>>,
>(
	table: Table,
	service: string,
	load: () => Promise<Operations<Table>>,
	wire: Wire,
	memory = new ResourceMemory(),
): Client<Table> {
	const functions = Object.entries(table).map(([name, row]) => {
		const { answer } = row;
		const run = async (
			params: Values,
			body: unknown,
			options: CallOptions,
			cursor?: string,
			bounds?: CallBounds,
		): Promise<unknown> => {
			const content = row.body === null ? undefined : checkBody(row.body, body);
			// The row of this name is the one above, so its operation takes these parameters and this body.
			const operations = (await load()) as Readonly<Record<string, Operation<Values> | null>>;
			const operation = operations[name];
			if (!operation) throw new ForgeError('refused', 'This forge does not offer this.');
			const scopes = operation.scopes.map((scope) => `${service}/${scope}`);
			const call = new GraphqlCall(wire, memory, scopes, options, cursor, bounds);
			try {
				return await operation.run(call, params, content);
			} catch (error) {
				throw isMalformed(error) ? malformedAnswer(error, isWrite(row)) : error;
			}
		};
		const invoke = (params: Values, second?: unknown, third?: CallOptions) => {
			// If the row has no body, the options are the second argument.
			const options = (row.body === null ? (second as CallOptions | undefined) : third) ?? {};
			if (answer.kind === 'many') {
				// A cursor takes the place of REST's `start`. Lists without further pages in REST have none here.
				const paging = answer.paging === 'newest' ? 'newest' : 'next';
				// A walk can begin at a later page. Tickets begin at a number, which is no cursor.
				const first = answer.paging === 'ticket' ? undefined : options.query?.start;
				const fetchPage = (
					{ start = first }: Readonly<Record<string, string | undefined>>,
					bounds: CallBounds,
				) => run(params, undefined, options, start, bounds);
				return pages({ shape: answer.shape, paging }, fetchPage, wire.report);
			}
			if (answer.kind === 'bytes') return tryAsync(() => run(params, undefined, options));
			if (answer.kind === 'nothing') return run(params, second, options).then(() => undefined);
			const { shape } = answer;
			return run(params, second, options).then((value) => read(shape, value, wire.report, isWrite(row)));
		};
		return [name, invoke];
	});
	// The table's type determines the functions' types, because each function was made from its row above.
	return Object.fromEntries(functions) as Client<Table>;
}
