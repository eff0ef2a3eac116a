import { sleep } from '../base/backoff.ts';
import type { Log } from '../base/log.ts';
import { SharedCalls } from '../base/shared-calls.ts';
import { type Base, baseAddress, join } from './address.ts';
import { Cache } from './cache.ts';
import type { Call, Wire } from './connect.ts';
import { Deadlines } from './deadlines.ts';
import { ForgeError } from './errors.ts';
import { exchange, type HttpAnswer, type HttpRequest, type Limits } from './exchange.ts';
import type { NetworkFailure } from './network.ts';
import type { Feedback, Queues } from './queue.ts';
import { jsonOf, type RefusedRequest, toForgeError } from './refusals.ts';
import {
	type AttemptFailure,
	defaultRetryPolicy,
	isBusy,
	isOverloaded,
	type RetryPolicy,
	retryAfter,
	waitBefore,
} from './retry.ts';
import type { Fetch } from './transport.ts';

export interface WireOptions {
	/** The address of the area. An invalid or unsafe address is refused when a call is made. */
	readonly base: string;
	/** The token for the next call; undefined while the user is not signed in. */
	readonly token: () => string | undefined;
	readonly fetch: Fetch;
	/** Shared by all wires of the program, so that two wires to one host wait in the same queue. */
	readonly queues: Queues;
	/** The User-Agent: the program's name and version. */
	readonly agent: string;
	readonly log?: Log;
	/** Hosts, with their port, to which the user allowed unencrypted connections. */
	readonly plainHosts?: ReadonlySet<string>;
	readonly limits?: Partial<WireLimits>;
	readonly retryPolicy?: RetryPolicy;
}

interface WireLimits {
	/** Milliseconds until an answer begins, and until it is complete. */
	readonly answer: number;
	readonly whole: number;
	/** Bytes of an answer in JSON, and of a blob. */
	readonly json: number;
	readonly blob: number;
	/** Bytes of answers that are kept for revalidation. */
	readonly cache: number;
}

/** The request headers that determine the form of the answer. */
type Accepted = Readonly<Record<string, string>> & { readonly accept: string };

const acceptData: Accepted = { accept: 'application/json' };
/** Files are requested uncompressed: `fetch` accepts a gzip stream that breaks off, so a truncated file would look complete. */
const acceptFile: Accepted = { accept: '*/*', 'accept-encoding': 'identity' };

const megabyte = 1024 * 1024;
const defaultLimits: WireLimits = {
	answer: 30_000,
	whole: 120_000,
	json: 32 * megabyte,
	blob: 64 * megabyte,
	cache: 4 * megabyte,
};

/** A call in progress: the request, and what is needed to interpret its answer. */
interface PreparedCall extends HttpRequest, RefusedRequest {
	/** The address of the area. */
	readonly service: string;
	readonly limits: Limits;
	readonly signal: AbortSignal | undefined;
	/** Equal for calls that can share one answer. */
	readonly key: string;
}

/** Carries the calls of one area over HTTP. */
export function wire(options: WireOptions): Wire {
	const { queues, agent, log, plainHosts } = options;
	const context = { fetch: options.fetch, deadlines: new Deadlines() };
	const limits = { ...defaultLimits, ...options.limits };
	const cache = new Cache(limits.cache);
	const calls = new SharedCalls<string, HttpAnswer>();
	let base: Base | undefined;
	let writes = 0;
	let lastToken: string | undefined;

	function prepare(call: Call, accepted: Accepted, bytes: number): PreparedCall {
		base ??= baseAddress(options.base, plainHosts);
		const url = join(base, call.path, call.query);
		const token = options.token();
		if (token !== lastToken) {
			if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
				throw new ForgeError('signed-out', 'The token contains invalid characters. Sign in again.');
			}
			// One account must not get the cached answers of another.
			cache.clear();
			lastToken = token;
		}
		const { method, route, signal } = call;
		const headers: Record<string, string> = { ...accepted, 'user-agent': agent };
		if (token !== undefined) headers.authorization = `Bearer ${token}`;
		if (call.body !== undefined) headers['content-type'] = 'application/json';
		return {
			method,
			route,
			url,
			headers,
			body: call.body === undefined ? undefined : JSON.stringify(call.body),
			host: base.host,
			service: base.prefix,
			token,
			limits: { answer: limits.answer, whole: limits.whole, bytes },
			signal,
			key: `${token} ${accepted.accept} ${bytes} ${url}`,
		};
	}

	/** Makes one exchange when the queue has a slot for it. `signal` ends the wait, and `cut` aborts the exchange. */
	async function exchangeInQueue(
		{ host, limits }: PreparedCall,
		request: HttpRequest,
		{ signal, cut }: { readonly signal: AbortSignal; readonly cut: AbortSignal },
	): Promise<HttpAnswer | NetworkFailure> {
		const slot = await queues.of(host).enter(signal);
		let outcome: HttpAnswer | NetworkFailure | undefined;
		const begun = performance.now();
		try {
			outcome = await exchange(context, request, limits, cut);
		} finally {
			slot.release(feedbackOf(outcome));
		}
		log?.debug(logLine(request, outcome, performance.now() - begun));
		return outcome;
	}

	async function sendWithRetries(
		prepared: PreparedCall,
		request: HttpRequest,
		signal: AbortSignal,
	): Promise<HttpAnswer> {
		const { token, service } = prepared;
		const send = (cut: AbortSignal) => exchangeInQueue(prepared, request, { signal, cut });
		for (let attempt = 0; ; attempt++) {
			const outcome =
				token === undefined
					? await send(signal)
					: await queues.firstUses.send({ service, token, signal, send });
			if ('status' in outcome && !isBusy(outcome.status)) return outcome;
			const waitMs = waitBefore(
				attempt,
				request.method,
				failureOf(outcome),
				options.retryPolicy ?? defaultRetryPolicy,
			);
			if (waitMs === undefined) {
				if ('error' in outcome) throw outcome.error;
				return outcome;
			}
			await sleep(waitMs, signal);
		}
	}

	function read(prepared: PreparedCall): Promise<HttpAnswer> {
		const readOrRevalidate = async (signal: AbortSignal): Promise<HttpAnswer> => {
			const cached = cache.get(prepared.key);
			const request = cached
				? { ...prepared, headers: { ...prepared.headers, ...cached.conditions } }
				: prepared;
			const answer = await sendWithRetries(prepared, request, signal);
			if (answer.status === 304 && cached) return { ...cached.answer, status: 200 };
			if (answer.status === 200 && !answer.redirected) cache.put(prepared.key, answer);
			return answer;
		};
		// A caller that reads after a change must not get an answer from before it.
		return calls.join(`${writes} ${prepared.key}`, readOrRevalidate, prepared.signal);
	}

	async function write(prepared: PreparedCall): Promise<HttpAnswer> {
		try {
			return await sendWithRetries(prepared, prepared, prepared.signal ?? new AbortController().signal);
		} finally {
			writes += 1;
		}
	}

	async function sendOrThrow(prepared: PreparedCall): Promise<HttpAnswer> {
		const answer = await (prepared.method === 'GET' ? read(prepared) : write(prepared));
		if (answer.status >= 200 && answer.status < 300) return answer;
		throw toForgeError(prepared, answer);
	}

	return {
		json: async (call) => {
			const prepared = prepare(call, acceptData, limits.json);
			return jsonOf(prepared.host, await sendOrThrow(prepared), prepared.method);
		},
		bytes: async (call) => {
			const prepared = prepare(call, acceptFile, Math.min(limits.blob, call.mostBytes ?? limits.blob));
			return uncompressed(prepared.host, await sendOrThrow(prepared));
		},
		nothing: async (call) => {
			await sendOrThrow(prepare(call, acceptData, limits.json));
		},
		report: (sentence) => log?.warn(sentence),
	};
}

function uncompressed(host: string, { bytes, header }: HttpAnswer): Buffer {
	const encoding = header('content-encoding') ?? 'identity';
	if (encoding === 'identity') return bytes;
	throw new ForgeError(
		'surprise',
		`${host} sent the file compressed, although an uncompressed file was requested. The file may be incomplete.`,
	);
}

const feedbackOf = (outcome: HttpAnswer | NetworkFailure | undefined): Feedback => {
	if (outcome === undefined || 'error' in outcome) return 'nothing';
	return isOverloaded(outcome.status) ? 'busy' : 'well';
};

const failureOf = (outcome: HttpAnswer | NetworkFailure): AttemptFailure =>
	'error' in outcome
		? { kind: 'network', sent: outcome.sent, again: outcome.again }
		: {
				kind: 'status',
				status: outcome.status,
				retryAfter: retryAfter(outcome.header('retry-after'), outcome.header('date')),
			};

function logLine({ method, url }: HttpRequest, outcome: HttpAnswer | NetworkFailure, ms: number): string {
	const end = 'error' in outcome ? outcome.error.message : `${outcome.status}, ${outcome.bytes.length} bytes`;
	return `${method} ${url}: ${end}, ${Math.round(ms)} ms`;
}
