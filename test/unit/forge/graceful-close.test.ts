import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createSecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { mine } from '../../kit/forge/mine.ts';
import { root } from '../../tools/places.ts';
import { stage, type Through, ticket } from './server.ts';

const fixture = (name: string) => readFileSync(join(root, 'test/editor/fixtures', name), 'utf8');

/** How the server closes a connection gracefully: over HTTP/2 with a GOAWAY, over HTTP/1.1 always with `Connection: close`. */
type Closing = 'after the answer' | 'before the answer' | 'before the request is taken';

/** A server like nginx: it closes each connection after a few answers, and speaks HTTP/2 with clients that offer it. */
async function startClosing(closing: Closing, requestsPerConnection: number) {
	const sessions = new Set<ServerHttp2Session>();
	const counts = new WeakMap<object, number>();
	const done: string[] = [];
	let connections = 0;
	const server = createSecureServer(
		{ key: fixture('server-key.pem'), cert: fixture('extra-server.pem'), allowHTTP1: true },
		async (request, response) => {
			const session = request.stream?.session;
			const connection = session ?? request.socket;
			const count = (counts.get(connection) ?? 0) + 1;
			counts.set(connection, count);
			const isLast = count >= requestsPerConnection;
			if (session && isLast && closing === 'before the request is taken') {
				session.goaway(0, (request.stream.id ?? 0) - 2);
				request.stream.close();
				return;
			}
			const parts: Buffer[] = [];
			for await (const part of request) parts.push(part);
			done.push(Buffer.concat(parts).toString());
			if (session && isLast && closing === 'before the answer') session.close();
			if (!session && isLast) response.setHeader('connection', 'close');
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(ticket(done.length)), () => {
				if (session && isLast && closing === 'after the answer') session.close();
			});
		},
	);
	server.on('session', (session) => sessions.add(session));
	server.on('secureConnection', () => {
		connections += 1;
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
		done,
		connections: () => connections,
		stop: () => {
			for (const session of sessions) session.destroy();
			server.close();
		},
	};
}

for (const through of ['plain', 'editor'] satisfies Through[]) {
	describe(`a server that closes its connections gracefully (${through})`, () => {
		const { clientsOf } = stage(through);
		const trusted = tls.getCACertificates('default');
		before(() => tls.setDefaultCACertificates([...trusted, fixture('extra-authority.pem')]));
		after(() => tls.setDefaultCACertificates(trusted));

		for (const closing of [
			'after the answer',
			'before the answer',
			'before the request is taken',
		] satisfies Closing[]) {
			it(`receives each change once, over few connections, when it closes ${closing}`, async () => {
				const server = await startClosing(closing, 5);
				try {
					const { trackers } = clientsOf(server.address);
					const titles = Array.from({ length: 50 }, (_, index) => `The ${index + 1}th ticket`);
					for (const title of titles) await trackers.createTicket({ tracker: mine('t') }, { title });
					assert.deepEqual(
						server.done.map((body) => JSON.parse(body).title),
						titles,
					);
					assert(server.connections() <= 12, `${server.connections()} connections`);
				} finally {
					server.stop();
				}
			});

			it(`receives each concurrent change once when it closes ${closing}`, async () => {
				const server = await startClosing(closing, 5);
				try {
					const { trackers } = clientsOf(server.address);
					const titles = Array.from({ length: 30 }, (_, index) => `The ${index + 1}th ticket`);
					await Promise.all(titles.map((title) => trackers.createTicket({ tracker: mine('t') }, { title })));
					const made = server.done.map((body): string => JSON.parse(body).title);
					assert.deepEqual(made.toSorted(), titles.toSorted());
				} finally {
					server.stop();
				}
			});
		}
	});
}
