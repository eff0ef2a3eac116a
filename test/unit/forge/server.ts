import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from '../../../src/forge/client/connect.ts';
import { listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { type Transport, transport } from '../../../src/forge/wire/transport.ts';
import { type WireOptions, wire } from '../../../src/forge/wire/wire.ts';
import { plainTransport } from '../../kit/forge/plain-transport.ts';

interface Asked {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export interface Local {
	readonly address: string;
	readonly asked: readonly Asked[];
	/** Resolves when the server has received `count` requests. */
	reached(count: number): Promise<void>;
}

/** The editor's `fetch`, or undici in plain Node. */
export type Through = 'editor' | 'plain';

type Handle = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

/** Starts what the tests of a `describe` need, and stops it after each test. */
export function stage(through: Through = 'plain') {
	let ends: (() => unknown)[] = [];
	let network: Transport | undefined;
	afterEach(async () => {
		for (const end of ends.reverse()) await end();
		ends = [];
		network?.dispose();
		network = undefined;
	});
	const connection = () => {
		network ??= through === 'plain' ? plainTransport() : transport();
		return network;
	};

	const wireTo = (base: string, options: Partial<WireOptions> = {}) =>
		wire({
			base,
			token: () => 'secret-token',
			fetch: connection().fetch,
			queues: new Queues(),
			agent: 'Tildeforge/0.1.0',
			retryPolicy: { times: 3, baseMs: 1, capMs: 4, maxWaitMs: 5000 },
			...options,
		});

	return {
		connection,

		/** Starts a server on this machine. `nth` counts the requests from 0. */
		async serve(handle: Handle): Promise<Local> {
			const asked: Asked[] = [];
			const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
			const sockets = new Set<Socket>();
			const server = createServer(async (request, response) => {
				const parts: Buffer[] = [];
				for await (const part of request) parts.push(part);
				const { method = '', url = '', headers } = request;
				asked.push({ method, url, headers, body: Buffer.concat(parts).toString() });
				for (const { count, resolve } of waiting) if (asked.length >= count) resolve();
				handle(request, response, asked.length - 1);
			});
			server.on('connection', (socket: Socket) => {
				sockets.add(socket);
				socket.on('close', () => sockets.delete(socket));
			});
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			ends.push(() => {
				for (const socket of sockets) socket.destroy();
				return new Promise((resolve) => server.close(resolve));
			});
			const { port } = server.address() as AddressInfo;
			return {
				address: `http://127.0.0.1:${port}`,
				asked,
				reached: (count) =>
					new Promise((resolve) => {
						if (asked.length >= count) resolve();
						else waiting.push({ count, resolve });
					}),
			};
		},

		wireTo,

		/** The typed functions of the three areas, all at one address. */
		clientsOf(base: string, options: Partial<WireOptions> = {}) {
			const carrier = wireTo(base, options);
			return {
				lists: connect(listRows, carrier),
				repositories: connect(repositoryRows, carrier),
				trackers: connect(trackerRows, carrier),
			};
		},
	};
}

export function answer(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): void {
	const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
	response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
	response.end(text);
}

export const user = { canonical_name: '~ada', name: 'ada' };

export const ticket = (id: number) => ({ id, title: `Ticket ${id}`, status: 'reported' });
