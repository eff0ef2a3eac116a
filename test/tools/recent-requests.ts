import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Exchange {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

const most = 200;
const lines: string[] = [];

/** Adds a line for each answer of a server in this process: forges, and what stands before them. */
subscribe('http.server.response.finish', (message) => {
	const { request, response } = message as Exchange;
	// The query of a sign-in has secrets of the test forge only, but long ones.
	const path = (request.url ?? '').slice(0, 200);
	lines.push(`${new Date().toISOString()}  ${request.method} ${path} → ${response.statusCode}`);
	if (lines.length > most) lines.shift();
});

/** The latest requests, a line each. */
export const recentRequests = (): string => `${lines.join('\n')}\n`;
