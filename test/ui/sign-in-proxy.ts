import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a sign-in service. */
export interface SignInProxy {
	readonly address: string;
	/** The service's responses from its token endpoint. */
	readonly tokenAnswers: readonly string[];
	close(): void;
}

/** Opens a proxy to the service at `behind`. `rewriteMetadata` rewrites its OAuth 2.0 metadata; an empty text becomes a 404. */
export async function openSignInProxy({
	host = '127.0.0.1',
	behind,
	rewriteMetadata,
}: {
	readonly host?: string;
	readonly behind: string;
	readonly rewriteMetadata: (text: string, here: string) => string;
}): Promise<SignInProxy> {
	let address = '';
	const tokenAnswers: string[] = [];
	const server = createServer(async (incoming, response) => {
		const { url = '', method, headers } = incoming;
		if (url.startsWith('/.well-known/')) {
			const rewritten = rewriteMetadata(await (await fetch(behind + url)).text(), address);
			return response
				.writeHead(rewritten === '' ? 404 : 200, { 'content-type': 'application/json' })
				.end(rewritten);
		}
		// The forge answers only requests that name it as the host.
		const { host, origin } = new URL(behind);
		const own = { ...headers, host, ...(headers.origin === address && { origin }) };
		const passed = request(behind + url, { method, headers: own }, (answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			if (url === '/oauth2/access-token')
				answer.setEncoding('utf8').on('data', (text) => tokenAnswers.push(text));
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
		tokenAnswers,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
