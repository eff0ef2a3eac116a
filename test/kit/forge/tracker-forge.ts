import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../src/base/files/storage.ts';
import { type Level, Log } from '../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../src/base/log/log-records.ts';
import { Secrets } from '../../../src/base/secrets.ts';
import { connect } from '../../../src/forge/client/connect.ts';
import { connectGraphql } from '../../../src/forge/graphql/connect-graphql.ts';
import { trackerExtraOperations } from '../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerOperations } from '../../../src/forge/graphql/trackers/operations.ts';
import { trackerExtraRows, trackerRows } from '../../../src/forge/rows/trackers.ts';
import { FirstUses } from '../../../src/forge/wire/first-use.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import type { Fetch } from '../../../src/forge/wire/transport.ts';
import { Accounts, type AccountsState } from '../../../src/sandbox/server/accounts.ts';
import { type FallbackHandler, startArea } from '../../../src/sandbox/server/area.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { Hooks } from '../../../src/sandbox/server/hooks.ts';
import { noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { serve } from '../../../src/sandbox/server/serve.ts';
import { participant } from '../../../src/sandbox/trackers/tickets.ts';
import { noTrackers } from '../../../src/sandbox/trackers/tracker-records.ts';
import { Trackers } from '../../../src/sandbox/trackers/trackers.ts';
import { endings } from '../../tools/endings.ts';
import { account } from './account.ts';
import { plainTransport } from './plain-transport.ts';
import { testWire } from './test-wire.ts';

const names = ['ana', 'bob'] as const;
export const [ana, bob] = [participant('ana'), participant('bob')];
export const key = { account: 'session', owner: '~ana', tracker: 'editor' };

/** The sandbox's trackers over real HTTP, with ana's tracker `editor` and a connection that tests can hold or cut. */
export async function startTrackerForge(
	quirks: readonly Quirk[],
	began = Date.parse('2026-03-04T05:06:07Z'),
) {
	const drift = new Set(quirks);
	const state: AccountsState = {
		accounts: names.map((name, index) => account(index + 1, name)),
		tokens: names.map((owner) => ({ value: owner, owner, scopes: ['*'], expires: null, client: null })),
	};
	const accounts = new Accounts(state, () => {});
	const nothing = () => {};
	const hooks = new Hooks({
		state: noHooks(),
		changed: nothing,
		drift,
		isTokenValid: () => true,
		retries: [],
		check: nothing,
	});
	let seconds = began;
	const now = () => {
		seconds += 1000;
		return new Date(seconds);
	};
	const trackers = new Trackers({ state: noTrackers(), changed: nothing, accounts, hooks, drift, now });
	/** Loaded with the first request, because few tests need it. */
	let graphql: Promise<FallbackHandler> | undefined;
	const { address, stop } = await startArea(
		{
			...{ accounts, drift, delayMs: 0, fail: 0, routes: serve(trackerRows, trackers.handlers) },
			graphql: async (...request) => {
				graphql ??= import('./tracker-graphql.ts').then(({ serveTrackerGraphql }) =>
					serveTrackerGraphql({ accounts, drift, hooks, trackers }),
				);
				return (await graphql)(...request);
			},
		},
		0,
	);
	const tracker = trackers.create('ana', { name: 'editor' });
	for (const name of ['bug', 'easy', 'slow']) {
		trackers.createLabel(tracker, { name, colors: { background: '#ff0000', text: '#ffffff' } });
	}

	const network = plainTransport();
	/** The requests, such as `GET /tickets/1`, with paths relative to the tracker. */
	const asked: string[] = [];
	const line = {
		cut: false,
		/** The status that a gateway returns instead of the forge. */
		gateway: undefined as number | undefined,
		/** The requests that the gateway answers. By default, all. */
		throughGateway: /^/,
		lost: undefined as RegExp | undefined,
		/** Requests that the forge carries out but answers with 500 and HTML, as servers do while their mail server is down. */
		broken: undefined as RegExp | undefined,
		held: undefined as RegExp | undefined,
		waiting: [] as (() => void)[],
	};
	const fetch: Fetch = async (url, request) => {
		if (line.cut) throw Object.assign(new Error('the cable is out'), { code: 'ECONNREFUSED' });
		const { pathname, search } = new URL(url);
		const what = `${request.method} ${pathname.replace('/api/user/~ana/trackers/editor', '')}${search}`;
		asked.push(what);
		if (line.gateway !== undefined && line.throughGateway.test(what)) {
			return { status: line.gateway, bytes: Buffer.from('<h1>Error</h1>'), header: () => 'text/html' };
		}
		const answer = await network.fetch(url, request);
		if (line.lost?.test(what)) throw Object.assign(new Error('it broke off'), { code: 'ECONNRESET' });
		if (line.broken?.test(what))
			return { status: 500, bytes: Buffer.from('<h1>Error</h1>'), header: () => 'text/html' };
		if (line.held?.test(what)) await new Promise<void>((resolve) => line.waiting.push(resolve));
		return answer;
	};
	const firstUses = new FirstUses();
	const client = (as: (typeof names)[number]) =>
		connect(
			trackerRows,
			testWire({
				base: address,
				token: () => as,
				fetch,
				queues: new Queues(firstUses),
				retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
			}),
		);
	const graphqlWire = (as: (typeof names)[number]) => {
		const token = accounts.issue({
			...{ owner: as, scopes: ['*'], client: null, expires: null },
			value: as.padEnd(33, 'x'),
		});
		return testWire({ base: address, token: () => token.value, fetch });
	};
	const inGraphql = (as: (typeof names)[number]) =>
		connectGraphql(trackerRows, 'todo.sr.ht', async () => trackerOperations, graphqlWire(as));
	/** What only GraphQL offers. */
	const extras = (as: (typeof names)[number]) =>
		connectGraphql(trackerExtraRows, 'todo.sr.ht', async () => trackerExtraOperations, graphqlWire(as));
	// Spares the tests the wait for the first use of a token.
	for (const name of names) await client(name).user({});
	asked.length = 0;
	return {
		accounts: state.accounts,
		trackers,
		tracker,
		client,
		inGraphql,
		extras,
		asked,
		line,
		/** Opens this many tickets in the tracker, or in a new tracker with the given name. */
		fill: (count: number, name?: string) => {
			const filled = name === undefined ? tracker : trackers.create('ana', { name });
			for (let i = 0; i < count; i++) trackers.tickets.open(filled, bob, { title: `Ticket ${i}` });
		},
		/** Sets the forge's clock forward. */
		skip: (more: number) => {
			seconds += more * 1000;
		},
		/** Lets the held answers through. */
		release: () => {
			line.held = undefined;
			for (const go of line.waiting.splice(0)) go();
		},
		stop: async () => {
			await stop();
			network.dispose();
		},
	};
}

export type TrackerForge = Awaited<ReturnType<typeof startTrackerForge>>;

/** A log whose lines a test can read. */
export function readable() {
	const lines: { level: Level; line: string }[] = [];
	const log = new Log(
		createRecordWriter({ write: (level, line) => lines.push({ level, line }) }, new Secrets()),
	);
	return { log, lines };
}

/** The resources that a `describe` starts. They end after each of its tests. */
export function stage() {
	const ending = endings();
	const folder = async (): Promise<string> => {
		const made = await mkdtemp(join(tmpdir(), 'tildeforge-state-'));
		ending(() => rm(made, { recursive: true, force: true, maxRetries: 5 }));
		return made;
	};
	return {
		folder,
		ending,
		storage: async (): Promise<Storage> => fileStorage(await folder(), readable().log),
		forge: async (...quirks: Quirk[]): Promise<TrackerForge> => {
			const forge = await startTrackerForge(quirks);
			ending(() => forge.stop());
			return forge;
		},
	};
}
