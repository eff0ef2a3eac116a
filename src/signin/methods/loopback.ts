import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Disposable } from '../../base/disposable.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { loopbackRedirect } from '../instances/instance.ts';

/** How the listener answers the browser: with a final message, with a redirect, or with an error while it keeps waiting. */
export type CallbackReply =
	| { readonly kind: 'done'; readonly message: string }
	| { readonly kind: 'onward'; readonly address: string }
	| { readonly kind: 'wrong' };

export interface LoopbackListener extends Disposable {
	/** The address that the browser must return to. */
	readonly redirect: string;
}

/** Removes the code of the sign-in from the address bar and from the history of the browser. */
const script = "history.replaceState(null,'','/')";
const scriptHash = createHash('sha256').update(script).digest('base64');

const renderPage = (title: string, words: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1.05rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem}</style>
<h1>${title}</h1><p>${words}</p><script>${script}</script></html>`;

const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Whether a browser navigates to this address. Any web page can make other requests: in the background, in a frame, or to another host
 * name that resolves to this machine. Old browsers do not say what a request is for.
 */
function isNavigation(headers: IncomingHttpHeaders): boolean {
	const { host = '', 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': target = 'document' } = headers;
	return ownHost.test(host) && mode === 'navigate' && target === 'document';
}

/** Listens on this machine for the browser to return. With `port` 0, takes any free port. */
export async function listenOnLoopback(
	port: number,
	receive: (query: URLSearchParams) => CallbackReply,
): Promise<LoopbackListener> {
	/** Connections that have not sent a request yet. */
	const idleSockets = new Set<Socket>();
	const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
		const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
		request.resume();
		idleSockets.delete(request.socket);
		if (request.method !== 'GET' || url?.pathname !== '/callback' || !isNavigation(request.headers)) {
			return sendPage(response, 404, 'Not found', 'There is no page at this address.');
		}
		const reply = receive(url.searchParams);
		if (reply.kind === 'onward') {
			response.writeHead(303, {
				location: reply.address,
				'cache-control': 'no-store',
				connection: 'close',
			});
			response.end();
		} else if (reply.kind === 'done') {
			sendPage(response, 200, 'Return to VS Code', reply.message);
		} else {
			sendPage(
				response,
				400,
				'Not the expected sign-in',
				'It was started by another program, or belongs to an earlier attempt. VS Code is still waiting for the current one.',
			);
		}
	});
	server.on('connection', (socket) => {
		idleSockets.add(socket);
		socket.once('close', () => idleSockets.delete(socket));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', (cause: NodeJS.ErrnoException) => {
			const words =
				cause.code === 'EADDRINUSE'
					? `Another program uses port ${port} of this machine, which the browser needs to return to VS Code. If another VS Code window is waiting for a sign-in, cancel it there. Otherwise, register the application with another port, and enter that with Change Port… when you set up the browser sign-in, or later as callbackPort in tildeforge.instances.`
					: `The browser cannot return to VS Code through port ${port} of this machine.`;
			reject(new ForgeError('refused', words, { cause }));
		});
		server.listen(port, '127.0.0.1', resolve);
	});
	const { port: actualPort } = server.address() as AddressInfo;
	return {
		redirect: loopbackRedirect(actualPort),
		dispose: () => {
			server.close();
			// Responses under way are completed. Connections without a request are closed.
			for (const socket of idleSockets) socket.destroy();
		},
	};
}

/** Fails if the editor forwards the port under another number: forges compare the address with the registered one. */
export function checkForwarded(port: number, outside: string): void {
	const { port: actual, host } = new URL(outside);
	if (actual === String(port)) return;
	throw new ForgeError(
		'refused',
		`The browser must return to VS Code through port ${port}, but VS Code forwards this port as ${host}. Free port ${port} on the machine that shows this window, then sign in again.`,
	);
}

function sendPage(response: ServerResponse, status: number, title: string, words: string): void {
	response.writeHead(status, {
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'`,
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		connection: 'close',
	});
	response.end(renderPage(title, words));
}
