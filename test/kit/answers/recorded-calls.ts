import { connect } from '../../../src/forge/client/connect.ts';
import type { Answer, Row } from '../../../src/forge/contract/row.ts';
import { connectGraphql, type Operations } from '../../../src/forge/graphql/connect-graphql.ts';
import { listExtraOperations } from '../../../src/forge/graphql/lists/extra-operations.ts';
import { listOperations } from '../../../src/forge/graphql/lists/operations.ts';
import { repositoryExtraOperations } from '../../../src/forge/graphql/repositories/extra-operations.ts';
import { repositoryOperations } from '../../../src/forge/graphql/repositories/operations.ts';
import { trackerExtraOperations } from '../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerOperations } from '../../../src/forge/graphql/trackers/operations.ts';
import { listExtraRows, listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryExtraRows, repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerExtraRows, trackerRows } from '../../../src/forge/rows/trackers.ts';
import type { Fetch } from '../../../src/forge/wire/transport.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import type { Area } from '../../../src/signin/connections/connection.ts';
import { dialectOptions } from '../../graphql-forge/graphql-api.ts';
import { plainTransport } from '../forge/plain-transport.ts';
import { testWire } from '../forge/test-wire.ts';
import * as rowCases from './row-cases.ts';

type Table = Readonly<Record<string, Row<string, unknown, Answer<unknown>>>>;

interface AreaTable {
	readonly area: Area;
	readonly rows: Table;
	readonly operations: Operations<Table>;
	readonly cases: Readonly<Record<string, rowCases.RowCase>>;
}

const table = <Rows extends Table>(
	area: Area,
	rows: Rows,
	// The operations are those of these rows.
	operations: Operations<Rows> & Operations<Table>,
	cases: AreaTable['cases'],
): AreaTable => ({ area, rows, operations, cases });
const found = (params: rowCases.Params): rowCases.RowCase => ({
	params: { owner: '~ana', ...params },
	absent: null,
});

const tables = [
	table('lists', listRows, listOperations, rowCases.lists),
	table('repositories', repositoryRows, repositoryOperations, rowCases.repositories),
	table('trackers', trackerRows, trackerOperations, rowCases.trackers),
];
const graphqlTables = [
	...tables,
	table('lists', listExtraRows, listExtraOperations, {
		openList: found({ list: 'editor-devel' }),
		openSeries: { ...rowCases.lists.patchset, params: { owner: '~ana' } },
	}),
	table('repositories', repositoryExtraRows, repositoryExtraOperations, {
		openRepository: found({ repository: 'editor' }),
	}),
	table('trackers', trackerExtraRows, trackerExtraOperations, {
		openTracker: found({ tracker: 'editor' }),
		openTicket: found({ tracker: 'editor', ticket: 1 }),
	}),
];

/** A call of a typed function, with the contents of the answers of the sandbox. */
export interface RecordedCall {
	readonly name: string;
	readonly answers: readonly Buffer[];
	/** Makes the call again, and reads a list to its end. */
	run(fetch: Fetch): Promise<unknown>;
}

/** Calls a typed function. */
function call(
	{ area, rows, operations }: AreaTable,
	name: string,
	given: { readonly params: rowCases.Params; readonly body?: unknown },
	{ addresses, token, isGraphql }: { addresses: Forge['addresses']; token: string; isGraphql: boolean },
	fetch: Fetch,
) {
	const retryPolicy = { times: 0, baseMs: 0, capMs: 0, maxWaitMs: 0 };
	const carrier = testWire({ base: addresses[area], token: () => token, fetch, retryPolicy });
	const client = isGraphql
		? connectGraphql(rows, area, async () => operations, carrier)
		: connect(rows, carrier);
	const parameters = rows[name]?.body === null ? [given.params] : [given.params, given.body];
	return Reflect.apply(Reflect.get(client, name), undefined, parameters);
}

/** All rows of a list. */
async function readToEnd(answer: AsyncIterable<{ readonly rows: readonly unknown[] }>): Promise<unknown[]> {
	const all: unknown[] = [];
	for await (const { rows } of answer) for (const row of rows) all.push(row);
	return all;
}

/** Calls all functions of both dialects on the sandbox. */
export async function recordCalls(): Promise<readonly RecordedCall[]> {
	const network = plainTransport();
	const recorded: RecordedCall[] = [];
	for (const dialect of ['rest', 'graphql'] as const) {
		const forge = await startForge({ port: 0, ...dialectOptions(dialect) });
		const user = forge.users.find(({ name }) => name === '~ana');
		const isGraphql = dialect === 'graphql';
		const token = (isGraphql ? user?.graphqlToken : user?.token) ?? '';
		const access = { addresses: forge.addresses, token, isGraphql };
		const run = async (one: AreaTable, name: string, given: Parameters<typeof call>[2], fetch: Fetch) => {
			const answer = call(one, name, given, access, fetch);
			return one.rows[name]?.answer.kind === 'many' ? readToEnd(answer) : answer;
		};
		const ask: rowCases.Client = async (area, name, params, body) => {
			const one = tables.find((candidate) => candidate.area === area);
			return one && run(one, name, { params, body }, network.fetch);
		};
		for (const one of isGraphql ? graphqlTables : tables)
			for (const [name, rowCase] of Object.entries(one.cases)) {
				const params = { ...rowCase.params, ...(await rowCase.first?.(ask)) };
				const given = { params, body: rowCase.body };
				const answers: Buffer[] = [];
				await run(one, name, given, async (...request) => {
					const answer = await network.fetch(...request);
					answers.push(answer.bytes);
					return answer;
				});
				const runAgain = (fetch: Fetch) => run(one, name, given, fetch);
				recorded.push({ name: `${dialect} ${one.area} ${name}`, answers, run: runAgain });
			}
		await forge.stop();
	}
	network.dispose();
	return recorded;
}
