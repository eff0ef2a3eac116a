import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a sign-in service. */
export interface Front {
	readonly address: string;
	/** The service's responses from its token endpoint. */
	readonly given: readonly string[];
	close(): void;
}

/** Opens a proxy to the service at `behind`. `tell` rewrites its OAuth 2.0 metadata; an empty text becomes a 404. */
export async function openFront({
	host = '127.0.0.1',
	behind,
	tell,
}: {
	readonly host?: string;
	readonly behind: string;
	readonly tell: (text: string, here: string) => string;
}): Promise<Front> {
	let address = '';
	const given: string[] = [];
	const server = createServer(async (incoming, response) => {
		const { url = '', method, headers } = incoming;
		if (url.startsWith('/.well-known/')) {
			const told = tell(await (await fetch(behind + url)).text(), address);
			return response.writeHead(told === '' ? 404 : 200, { 'content-type': 'application/json' }).end(told);
		}
		// The forge answers only requests that name it as the host.
		const { host, origin } = new URL(behind);
		const own = { ...headers, host, ...(headers.origin === address && { origin }) };
		const passed = request(behind + url, { method, headers: own }, (answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			if (url === '/oauth2/access-token') answer.setEncoding('utf8').on('data', (text) => given.push(text));
			answer.pipe(response);
		});
		return incoming.pipe(passed);
	});
	server.listen(0, host);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
	return {
		address,
		given,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
