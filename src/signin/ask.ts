import * as v from 'valibot';
import { baseAddress } from '../forge/address.ts';
import { Deadlines } from '../forge/deadlines.ts';
import { type Answered, exchange } from '../forge/exchange.ts';
import type { Shape } from '../forge/read.ts';
import type { Fetch } from '../forge/transport.ts';

/** How a forge is asked before there is a session. */
export interface Means {
	readonly fetch: Fetch;
	readonly agent: string;
	/** Hosts to which the user allowed to speak without encryption. */
	readonly plainHosts: ReadonlySet<string>;
}

const limits = { answer: 15_000, whole: 20_000, bytes: 256 * 1024 };
const deadlines = new Deadlines();

interface Asking {
	/** Sent as a form or as JSON; without either it is a GET. */
	readonly form?: Readonly<Record<string, string>>;
	readonly json?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
}

/** One request, never repeated: a code and a refresh token can be used once. Rejects when there is no answer. */
export async function ask(
	{ fetch, agent, plainHosts }: Means,
	address: string,
	{ form, json, headers, signal }: Asking = {},
): Promise<Answered> {
	// What is no address, or none that is safe, is refused as it is where there is a session.
	baseAddress(address, plainHosts);
	const { origin, pathname } = new URL(address);
	const url = origin + pathname;
	const body = form
		? new URLSearchParams(form).toString()
		: json === undefined
			? undefined
			: JSON.stringify(json);
	const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
	const question = {
		method: body === undefined ? ('GET' as const) : ('POST' as const),
		url,
		headers: {
			accept: 'application/json',
			'user-agent': agent,
			...(body !== undefined && { 'content-type': type }),
			...headers,
		},
		...(body !== undefined && { body }),
	};
	const outcome = await exchange(
		{ fetch, deadlines },
		question,
		limits,
		signal ?? new AbortController().signal,
	);
	if ('error' in outcome) throw outcome.error;
	return outcome;
}

/** What an answer holds, if it is that. */
export function readJson<T>(shape: Shape<T>, { bytes }: Answered): T | undefined {
	const result = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), bytes.toString('utf8'));
	return result.success ? result.output : undefined;
}

/** An address with a path below it, whether it ends with a slash or not. */
export const under = (address: string, path: string): string => address.replace(/\/+$/, '') + path;
