import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { background } from '../../base/background.ts';
import { isLoopback } from '../../forge/contract/address.ts';
import { type Accounts, type Caller, covers } from './accounts.ts';
import { answerTo } from './answer.ts';
import type { Quirk } from './drift.ts';
import { missing, Refusal } from './refusal.ts';
import { failure, json, type Reply, send } from './reply.ts';
import { parseBody, type Route } from './serve.ts';
import type { TokenTable } from './token-table.ts';

/** What all areas of the forge share. */
interface AreaContext {
	readonly accounts: Accounts;
	readonly drift: ReadonlySet<Quirk>;
	/** Delay of every answer, in milliseconds. */
	readonly delayMs: number;
	/** The share of requests, from 0 to 1, that get a 503. */
	readonly fail: number;
}

/** Answers requests outside `/api/`. Returns false if it does not serve the address. */
export type FallbackHandler = (
	request: IncomingMessage,
	response: ServerResponse,
	url: URL,
) => Promise<boolean>;

/** What an area serves. */
export interface Area {
	readonly routes: readonly Route[];
	readonly fallback?: FallbackHandler;
	/** Answers requests below `/query`, if the area has GraphQL. */
	readonly graphql?: FallbackHandler | undefined;
	/** Whether everything below `/api/` is missing. */
	readonly lacksRest?: boolean;
	/** Records each token when a request first uses it. */
	readonly seen?: TokenTable | undefined;
}

type ServedArea = Area & AreaContext;

const bodyLimit = 1024 * 1024;

/** Reads a body up to a limit. Refuses a longer body before it has arrived completely. */
export async function bodyOf(request: IncomingMessage, limit = bodyLimit): Promise<Buffer> {
	const parts: Buffer[] = [];
	let length = 0;
	// Leaving the loop early must not destroy the request: the rest would go unread, and the sender would hang.
	for await (const part of request.iterator({ destroyOnReturn: false })) {
		length += part.length;
		if (length > limit) throw new Refusal(413, 'The body is too large.');
		parts.push(part);
	}
	return Buffer.concat(parts);
}

async function jsonOf(request: IncomingMessage, drift: ReadonlySet<Quirk>): Promise<unknown> {
	const text = (await bodyOf(request)).toString('utf8');
	const type = request.headers['content-type'] ?? '';
	if (!/^application\/json\s*(;|$)/.test(type))
		throw new Refusal(400, 'The Content-Type must be application/json.');
	if (type.includes(';') && drift.has('charset-empties-body')) return {};
	try {
		return JSON.parse(text);
	} catch {
		throw new Refusal(400, 'Invalid JSON provided');
	}
}

/** Whether the identity service answers this time. Only that service knows the tokens. */
export type IsIdentityUp = () => boolean;

export function createIdentityCheck(drift: ReadonlySet<Quirk>): IsIdentityUp {
	let asked = 0;
	if (drift.has('identity-graphql-down')) return () => false;
	return () => !drift.has('identity-down') || ++asked % 3 !== 0;
}

function callerOf(
	request: IncomingMessage,
	{ accounts, drift }: AreaContext,
	isIdentityUp: IsIdentityUp,
): Caller {
	const value = /^(?:token|Bearer) (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
	if (value === undefined) throw new Refusal(401, 'No authorization supplied (expected an OAuth token)');
	if (!isIdentityUp()) throw new Refusal(500, 'Temporary authentication failure');
	const caller = accounts.caller(value);
	if (!caller) throw new Refusal(drift.has('bad-token-is-400') ? 400 : 401, 'Invalid or expired OAuth token');
	return caller;
}

function routeOf(method: string | undefined, path: string, routes: readonly Route[]) {
	const matching = routes.flatMap((route) => {
		const params = route.match(path);
		return params ? [{ route, params }] : [];
	});
	const wanted = method === 'HEAD' ? 'GET' : method;
	const found = matching.find(({ route }) => route.row.method === wanted);
	if (found) return found;
	throw matching.length > 0 ? new Refusal(405, '405 method not allowed') : new Refusal(404, '404 not found');
}

async function apiAnswer(
	request: IncomingMessage,
	url: URL,
	options: ServedArea,
	isIdentityUp: IsIdentityUp,
): Promise<Reply> {
	if (options.lacksRest) throw missing();
	if (url.pathname === '/api/version') return json(200, { version: '0.1.0' });
	const { route, params } = routeOf(request.method, url.pathname, options.routes);
	const caller = callerOf(request, options, isIdentityUp);
	await options.seen?.lookUp(caller.token.value);
	if (caller.token.client !== null && options.drift.has('application-tokens-fail')) {
		throw new Refusal(500, 'Internal Server Error', { html: true });
	}
	const { row } = route;
	const isUnchecked = row.method === 'GET' && options.drift.has('reads-unchecked');
	if (row.scope !== null && !isUnchecked && !covers(caller.token.scopes, row.scope)) {
		throw new Refusal(403, `Your OAuth token is not permitted to use this endpoint (needs ${row.scope})`);
	}
	const body = row.body === null ? null : parseBody(row, await jsonOf(request, options.drift));
	const answer = await route.answer({ params, body, caller, query: url.searchParams });
	return answerTo(row, answer, url.searchParams, options.drift);
}

/**
 * Refuses requests whose `Host` names another machine. With DNS rebinding, a web page can make its own name resolve to
 * this machine, and the browser then lets it read the answers. Only the `Host` header still shows to which site the page
 * belongs.
 */
function refuseForeignHost({ headers, socket }: IncomingMessage): void {
	const url = URL.parse(`http://${headers.host}`);
	if (url && isLoopback(url.hostname) && Number(url.port || 80) === socket.localPort) return;
	throw new Refusal(403, `This forge answers only at http://127.0.0.1:${socket.localPort}.`, { html: true });
}

async function respond(
	request: IncomingMessage,
	response: ServerResponse,
	options: ServedArea,
	isIdentityUp: IsIdentityUp,
): Promise<void> {
	if (options.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
	try {
		refuseForeignHost(request);
		if (Math.random() < options.fail) throw new Refusal(503, 'Try again later.');
		const url = URL.parse(request.url ?? '/', 'http://forge');
		if (!url) throw new Refusal(400, 'The address is invalid.');
		if (!/^\/api\//.test(url.pathname)) {
			if (await options.graphql?.(request, response, url)) return;
			if (await options.fallback?.(request, response, url)) return;
		}
		send(response, await apiAnswer(request, url, options, isIdentityUp));
	} catch (error) {
		if (response.headersSent) response.destroy();
		else send(response, failure(error));
	}
	// An unread body must not block the connection's next request.
	request.resume();
}

export interface RunningArea {
	/** The base address, without a slash at the end. */
	readonly address: string;
	readonly port: number;
	stop(): Promise<void>;
}

export async function startArea(options: ServedArea, port: number): Promise<RunningArea> {
	const isIdentityUp = createIdentityCheck(options.drift);
	const server: Server = createServer(
		{ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 },
		(request, response) => {
			background(respond(request, response, options, isIdentityUp));
		},
	);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const { port: actual } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${actual}`,
		port: actual,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
