import { listAll } from '../../../src/forge/client/pages.ts';
import type { Area } from '../../../src/forge/webhooks/families.ts';
import type { Fetch } from '../../../src/forge/wire/transport.ts';
import { startForge } from '../../../src/sandbox/forge.ts';
import { dialectOptions } from '../../graphql-forge/graphql-api.ts';
import { plainTransport } from '../forge/plain-transport.ts';
import { testWire } from '../forge/test-wire.ts';
import { callRow, graphqlTables } from './graphql-tables.ts';
import { type Client, lists, type RowCase, repositories, trackers } from './row-cases.ts';

const ana = { owner: '~ana' };
const cases: Readonly<Record<Area, Readonly<Record<string, RowCase>>>> = { lists, repositories, trackers };
/** What only GraphQL offers, and reads more than one part of an answer. */
const graphqlCases: typeof cases = {
	lists: {
		openList: { params: { ...ana, list: 'editor-devel' }, absent: null },
		openSeries: { ...lists.patchset, params: ana },
	},
	repositories: { openRepository: { params: { ...ana, repository: 'editor' }, absent: null } },
	trackers: {
		openTracker: { params: { ...ana, tracker: 'editor' }, absent: null },
		openTicket: { params: { ...ana, tracker: 'editor', ticket: 1 }, absent: null },
	},
};

/** A call of a typed function, with the contents of the answers of the sandbox. */
export interface RecordedCall {
	readonly name: string;
	readonly answers: readonly Buffer[];
	/** Makes the call again, and reads a list to its end. */
	run(fetch: Fetch): Promise<unknown>;
}

/** Calls all functions of both dialects on the sandbox. */
export async function recordCalls(): Promise<readonly RecordedCall[]> {
	const network = plainTransport();
	const recorded: RecordedCall[] = [];
	for (const dialect of ['rest', 'graphql'] as const) {
		const forge = await startForge({ port: 0, ...dialectOptions(dialect) });
		const user = forge.users.find(({ name }) => name === '~ana');
		const token = dialect === 'graphql' ? user?.graphqlToken : user?.token;

		/** Calls a function, and reads a list to its end. */
		const callWith =
			(fetch: Fetch): Client =>
			async (area, name, params, body) => {
				const retryPolicy = { times: 0, baseMs: 0, capMs: 0, maxWaitMs: 0 };
				const wire = testWire({ base: forge.addresses[area], token: () => token, fetch, retryPolicy });
				const answer = callRow(wire, dialect === 'graphql', area, name, params, body);
				return graphqlTables[area].rows[name]?.answer.kind === 'many' ? listAll(answer) : answer;
			};

		for (const area of Object.keys(cases) as Area[])
			for (const [name, { params: named, body, first }] of Object.entries({
				...cases[area],
				...(dialect === 'graphql' && graphqlCases[area]),
			})) {
				const params = { ...named, ...(await first?.(callWith(network.fetch))) };
				const answers: Buffer[] = [];
				const run = (fetch: Fetch) => callWith(fetch)(area, name, params, body);
				await run(async (...request) => {
					const answer = await network.fetch(...request);
					answers.push(answer.bytes);
					return answer;
				});
				recorded.push({ name: `${dialect} ${area} ${name}`, answers, run });
			}
		await forge.stop();
	}
	network.dispose();
	return recorded;
}
