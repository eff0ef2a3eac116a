import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Exchange {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

const most = 200;
const lines: string[] = [];

/** Logs each response of the servers in this process: the forges, and the proxies in front of them. */
subscribe('http.server.response.finish', (message) => {
	const { request, response } = message as Exchange;
	// The secrets in the query of a sign-in belong to the test forge and need no hiding, but they are long.
	const path = (request.url ?? '').slice(0, 200);
	lines.push(`${new Date().toISOString()}  ${request.method} ${path} → ${response.statusCode}`);
	if (lines.length > most) lines.shift();
});

/** The latest requests, one per line. */
export const recentRequests = (): string => `${lines.join('\n')}\n`;
