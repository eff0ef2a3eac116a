import type { IncomingMessage } from 'node:http';
import type { Account } from '../server/accounts.ts';
import { bodyOf } from '../server/area.ts';
import { Refusal } from '../server/refusal.ts';
import type { Reply } from '../server/reply.ts';
import type { Session } from './state.ts';

/** One request to a page or an endpoint of the sign-in service. */
export interface Visit {
	readonly request: IncomingMessage;
	readonly url: URL;
	/** The address of this service as the browser reaches it. */
	readonly origin: string;
	/** The signed-in user. */
	readonly visitor: Visitor | undefined;
}

export interface Visitor {
	readonly account: Account;
	readonly session: Session;
}

export type Handler = (visit: Visit) => Reply | Promise<Reply>;

const formLimit = 64 * 1024;

export const originOf = ({ socket }: IncomingMessage) => `http://127.0.0.1:${socket.localPort}`;

const typeOf = (request: IncomingMessage) => request.headers['content-type'] ?? '';

/** The fields of a form. A body of another type has none. */
export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
	const text = (await bodyOf(request, formLimit)).toString('utf8');
	const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(typeOf(request));
	return new URLSearchParams(isForm ? text : '');
}

export async function jsonOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
	const text = (await bodyOf(request, formLimit)).toString('utf8');
	if (!/^application\/json\s*(;|$)/i.test(typeOf(request))) {
		throw new Refusal(400, 'The Content-Type must be application/json.');
	}
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Refusal(400, 'Invalid JSON provided');
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new Refusal(400, 'The body must be a JSON object.');
	}
	return { ...value };
}

/** Adds parameters to an address. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
	const url = new URL(address);
	for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
	return url.href;
}

export const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
	status: 303,
	headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', ...headers },
	body: '',
});
