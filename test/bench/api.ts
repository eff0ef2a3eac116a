import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { Log } from '../../src/base/log/log.ts';
import { createRecordWriter } from '../../src/base/log/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { connect } from '../../src/forge/client/connect.ts';
import { connectGraphql } from '../../src/forge/graphql/connect-graphql.ts';
import { oneTicket, tickets } from '../../src/forge/graphql/trackers/documents.ts';
import { trackerOperations } from '../../src/forge/graphql/trackers/operations.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import { plainTransport } from '../kit/forge/plain-transport.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import { median, type Table } from './table.ts';

const rounds = 3000;
const warmUp = 2000;
const pageSize = 50;
const graphqlPageSize = 25;

const ada = { canonical_name: '~ada', name: 'ada' };
const tracker = {
	id: 1,
	owner: ada,
	created: '2026-11-20T07:18:12+00:00',
	updated: '2026-11-20T07:18:12+00:00',
	name: 'editor',
};

/** A ticket of typical size, about one kilobyte. */
const ticket = (id: number) => ({
	id,
	ref: `~ada/editor#${id}`,
	tracker,
	title: `The editor forgets the line it was on, for the ${id}th time`,
	created: '2026-11-20T07:18:12+00:00',
	updated: '2026-11-20T07:18:12+00:00',
	submitter: { type: 'user', ...ada },
	description: 'When the file is saved and opened again, the cursor is at its beginning. '.repeat(8),
	status: id % 2 ? 'reported' : 'resolved',
	resolution: id % 2 ? 'unresolved' : 'fixed',
	permissions: { anonymous: null, submitter: null, user: null },
	labels: ['bug', 'editor'],
	assignees: [ada],
});

const listOf = (from: number) =>
	JSON.stringify({
		next: from > pageSize ? '1' : null,
		results: Array.from({ length: Math.min(pageSize, from) }, (_, index) => ticket(from - index)),
		total: 10_000,
		results_per_page: pageSize,
	});

/** The same ticket as GraphQL has it. */
function graphqlTicket(id: number) {
	const { tracker: _, permissions: _permissions, labels, submitter, ...fields } = ticket(id);
	return {
		...fields,
		submitter: { kind: 'User', canonical_name: submitter.canonical_name },
		status: fields.status.toUpperCase(),
		resolution: fields.resolution.toUpperCase(),
		labels: labels.map((name) => ({ name })),
		assignees: [{ canonical_name: ada.canonical_name }],
	};
}

const answerInTracker = (content: object) =>
	JSON.stringify({ data: { owner: { tracker: { id: 1, ...content } } } });

const graphqlPage = {
	tickets: {
		results: Array.from({ length: graphqlPageSize }, (_, index) => graphqlTicket(graphqlPageSize - index)),
		next: null,
	},
};

/** A server with fixed responses. It runs in a separate thread, as a real server runs in a separate process. */
async function serve() {
	const worker = new Worker(
		`
		const { createServer } = require('node:http');
		const { parentPort, workerData } = require('node:worker_threads');
		const reply = (answer, text) => {
			const length = Buffer.byteLength(text);
			answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length });
			answer.end(text);
		};
		const server = createServer((asked, answer) => {
			if (asked.method === 'GET')
				return reply(answer, asked.url.endsWith('/1') ? workerData.one : workerData.page);
			let query = '';
			asked.setEncoding('utf8').on('data', (part) => (query += part)).on('end', () =>
				reply(answer, query.includes('tickets(') ? workerData.graphqlPage : workerData.graphqlOne));
		});
		server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
		`,
		{
			eval: true,
			workerData: {
				one: JSON.stringify(ticket(1)),
				page: listOf(pageSize),
				graphqlOne: answerInTracker({ ticket: graphqlTicket(1) }),
				graphqlPage: answerInTracker(graphqlPage),
			},
		},
	);
	const [port] = await once(worker, 'message');
	return { worker, base: `http://127.0.0.1:${port}` };
}

/**
 * Runs both alternately, so that a busy machine affects both, and lets each clean up before the other is timed. Returns the
 * medians in microseconds.
 */
async function interleaved(typed: () => Promise<unknown>, raw: () => Promise<unknown>) {
	const candidates = [
		{ work: typed, times: [] as number[] },
		{ work: raw, times: [] as number[] },
	];
	for (let round = 0; round < rounds + warmUp; round++) {
		for (const { work, times } of candidates) {
			await new Promise((resolve) => setImmediate(resolve));
			const begun = performance.now();
			await work();
			if (round >= warmUp) times.push((performance.now() - begun) * 1000);
		}
		candidates.reverse();
	}
	const [first, second] = candidates.map(({ times }) => median(times));
	return { typed: first ?? 0, raw: second ?? 0 };
}

/** A log as in the extension, with the token among its secrets, whose output is discarded. */
function silentLog(): Log {
	const secrets = new Secrets();
	secrets.add('a-token');
	return new Log(createRecordWriter({ write: () => {} }, secrets));
}

interface Comparison {
	readonly base: string;
	readonly isGraphql?: boolean;
	readonly log?: Log;
}

/** Times a ticket and a page, with the typed functions and with bare requests. */
async function requests({ base, isGraphql = false, log }: Comparison) {
	const network = plainTransport();
	const dispatcher = new Agent();
	const carrier = testWire({ base, token: () => 'a-token', fetch: network.fetch, ...(log && { log }) });
	const trackers = isGraphql
		? connectGraphql(trackerRows, 'todo.sr.ht', async () => trackerOperations, carrier)
		: connect(trackerRows, carrier);
	const raw = async (path: string, body?: string) => {
		const url = base + path;
		const options = {
			dispatcher,
			method: body === undefined ? 'GET' : 'POST',
			headers: {
				authorization: 'Bearer a-token',
				accept: 'application/json',
				'user-agent': 'Tildeforge/test',
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body }),
		} as const;
		return (await request(url, options)).body.json();
	};
	const place = { owner: '~ada', tracker: 'editor' };
	const path = '/api/user/~ada/trackers/editor/tickets';
	const query = ({ ofOwner }: { readonly ofOwner: string }, variables: object) =>
		raw(
			'/query',
			JSON.stringify({ query: ofOwner, variables: { tracker: 'editor', owner: 'ada', ...variables } }),
		);
	const one = await interleaved(
		() => trackers.ticket({ ...place, ticket: 1 }),
		() => (isGraphql ? query(oneTicket.whole, { ticket: 1 }) : raw(`${path}/1`)),
	);
	const page = await interleaved(
		async () => {
			for await (const { rows } of trackers.tickets(place)) return rows;
			return [];
		},
		() => (isGraphql ? query(tickets, {}) : raw(path)),
	);
	network.dispose();
	await dispatcher.close();
	return { one, page };
}

/** Measures the overhead of the typed functions over a bare request. */
export async function api(): Promise<Table> {
	const { worker, base } = await serve();
	const plain = await requests({ base });
	const logged = await requests({ base, log: silentLog() });
	const graphql = await requests({ base, isGraphql: true });
	await worker.terminate();

	const row = (name: string, typed: number, raw: number) => ({ name, values: [typed, raw, typed / raw] });
	/** The goal that a typed call takes at most `limit` times as long as a bare one. */
	const atMost = (what: string, limit: number, { typed, raw }: { typed: number; raw: number }) => ({
		goal: `${what} takes at most ${limit} × a bare undici request: ${(typed / raw).toFixed(2)} ×`,
		met: typed / raw <= limit,
	});
	return {
		about: `Typed calls compared with bare ones, ${rounds} each, medians`,
		columns: ['typed', 'bare', 'ratio'],
		rows: [
			row('one ticket, µs: undici.request', plain.one.typed, plain.one.raw),
			row('a page of 50, µs: undici.request', plain.page.typed, plain.page.raw),
			row('one ticket with a line in the log, µs: undici.request', logged.one.typed, logged.one.raw),
			row('one ticket in GraphQL, µs: undici.request', graphql.one.typed, graphql.one.raw),
			row('a page of 25 in GraphQL, µs: undici.request', graphql.page.typed, graphql.page.raw),
		],
		goals: [
			atMost('a typed call', 1.15, plain.one),
			atMost('a typed call with a line in the log', 1.15, logged.one),
			atMost('a page of 50', 1.3, plain.page),
			atMost('a call in GraphQL', 1.3, graphql.one),
		],
	};
}
