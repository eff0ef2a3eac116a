import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';

/** Web servers that are not a forge, and addresses without a server. Servers stop after each test. Retries have no delay. */
export function webSites() {
	const servers: Server[] = [];
	beforeEach(() => {
		// A retry waits for a random part of a second.
		mock.method(Math, 'random', () => 0);
	});
	afterEach(() => {
		mock.restoreAll();
		for (const server of servers.splice(0)) {
			server.close();
			server.closeAllConnections();
		}
	});
	type Answer = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>];
	/** Answers each path with its own answer, or else with the answer for `*`. */
	const site = async (
		answers: Readonly<Record<string, Answer>> & { readonly '*': Answer },
	): Promise<string> => {
		const server = createServer((request, response) => {
			request.resume();
			const [status, body, headers] = answers[request.url ?? ''] ?? answers['*'];
			const type = /^[[{]/.test(body) ? 'application/json' : 'text/html';
			response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
		});
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};
	return {
		site,
		/** An address at which no process listens. */
		// A port that was just closed may be taken by another test.
		nowhere: async (): Promise<string> => 'http://127.0.0.1:3',
	};
}
