import * as v from 'valibot';
import { neverAborts } from '../../base/abort.ts';
import { baseAddress } from '../../forge/contract/address.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Shape } from '../../forge/contract/read.ts';
import { Deadlines } from '../../forge/wire/deadlines.ts';
import { exchange, type HttpAnswer, type HttpRequest } from '../../forge/wire/exchange.ts';
import type { FirstUses } from '../../forge/wire/first-use.ts';
import type { Fetch } from '../../forge/wire/transport.ts';

/** What requests to a forge need before a session exists. */
export interface RequestContext {
	readonly fetch: Fetch;
	readonly agent: string;
	/** Hosts to which the user allows unencrypted connections. */
	readonly plainHosts: ReadonlySet<string>;
	/** Shared by everything that uses the forge's tokens. */
	readonly firstUses: FirstUses;
}

const limits = { answerMs: 15_000, wholeMs: 20_000, bytes: 256 * 1024 };
const deadlines = new Deadlines();

interface RequestOptions {
	/** The body, sent as a form or as JSON. Without either, the request is a GET. */
	readonly form?: Readonly<Record<string, string>>;
	readonly json?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	/** A server named the address, not the user, so it may have a query. */
	readonly mayHaveQuery?: boolean;
	readonly signal?: AbortSignal | undefined;
}

/** Sends the request once, without retries: a code or a refresh token works only once. Rejects if there is no answer. */
export async function sendRequest(
	{ fetch, agent, plainHosts }: RequestContext,
	address: string,
	{ form, json, headers, mayHaveQuery = false, signal = neverAborts }: RequestOptions = {},
): Promise<HttpAnswer> {
	// Throws for an invalid or unsafe address, as requests with a session do.
	baseAddress(mayHaveQuery ? address.replace(/\?.*$/s, '') : address, plainHosts);
	const { origin, pathname, search } = new URL(address);
	const url = origin + pathname + search;
	const common = { accept: 'application/json', 'user-agent': agent };
	const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
	const body = form ? new URLSearchParams(form).toString() : JSON.stringify(json);
	// The user has not asked for a change, so no error may say that one may have been made.
	const isWrite = false;
	const request: HttpRequest =
		form || json !== undefined
			? { method: 'POST', isWrite, url, headers: { ...common, 'content-type': type, ...headers }, body }
			: { method: 'GET', isWrite, url, headers: { ...common, ...headers } };
	const outcome = await exchange(fetch, deadlines, request, limits, signal);
	if ('error' in outcome) throw outcome.error;
	return outcome;
}

/** Like `sendRequest`, but also rejects if the server is busy or fails: the answer then does not show what is at the address. */
export async function requireAnswer(
	context: RequestContext,
	address: string,
	signal?: AbortSignal,
): Promise<HttpAnswer> {
	const answer = await sendRequest(context, address, { signal });
	const { status } = answer;
	if (status !== 429 && status < 500) return answer;
	const problem = status === 429 ? 'is busy' : 'has a problem';
	throw new ForgeError('busy', `${new URL(address).host} ${problem} at the moment.`, { status });
}

/** The body of an answer, or undefined if it does not have the given shape. */
export function readJson<T>(shape: Shape<T>, { bytes }: HttpAnswer): T | undefined {
	const result = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), bytes.toString('utf8'));
	return result.success ? result.output : undefined;
}

/** Appends a path to an address that may end with a slash. */
export const appendPath = (address: string, path: string): string => address.replace(/\/+$/, '') + path;
