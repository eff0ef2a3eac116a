import { neverAborts } from '../../base/abort.ts';
import { sleep, steadyTime } from '../../base/clock.ts';
import { fieldOf } from '../../base/field-of.ts';
import type { Log } from '../../base/log/log.ts';
import { SharedCalls } from '../../base/shared-calls.ts';
import type { Call, Wire } from '../client/connect.ts';
import { bounds } from '../contract/bounds.ts';
import { ForgeError } from '../contract/errors.ts';
import { AnswerCache } from './answer-cache.ts';
import { Deadlines } from './deadlines.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange.ts';
import type { NetworkFailure } from './network.ts';
import { type Accepted, type AreaAccess, CallPreparation, type PreparedCall } from './prepare-call.ts';
import type { Feedback, Queues } from './queue.ts';
import { fileOf, jsonOf, requireNoPage, toForgeError } from './refusals.ts';
import {
	type AttemptFailure,
	defaultRetryPolicy,
	isBusy,
	isOverloaded,
	parseRetryAfter,
	type RetryPolicy,
	waitBefore,
} from './retry.ts';
import type { Fetch } from './transport.ts';

export interface WireOptions extends AreaAccess {
	readonly fetch: Fetch;
	/** Shared by all wires of the program, so that two wires to one host wait in the same queue. */
	readonly queues: Queues;
	readonly log?: Log;
	readonly limits?: Partial<WireLimits>;
	readonly retryPolicy?: RetryPolicy;
}

interface WireLimits {
	/** Milliseconds until an answer begins, and until it is complete. */
	readonly answerMs: number;
	readonly wholeMs: number;
	/** Bytes of an answer in JSON, and of a file whose call has no limit. */
	readonly jsonBytes: number;
	readonly blobBytes: number;
	/** Bytes of answers that are kept for revalidation. */
	readonly cacheBytes: number;
}

const acceptData: Accepted = { accept: 'application/json' };
/** Files are requested uncompressed: `fetch` accepts a gzip stream that breaks off, so a truncated file would look complete. */
const acceptFile: Accepted = { accept: '*/*', 'accept-encoding': 'identity' };

const defaultLimits: WireLimits = {
	answerMs: 30_000,
	wholeMs: 120_000,
	jsonBytes: bounds.jsonBytes,
	blobBytes: bounds.fileBytes,
	cacheBytes: 4 * 1024 * 1024,
};

/** Sends prepared calls. Equal reads share an answer, and answers that have not changed are not transferred again. */
class CallSender {
	readonly #options: WireOptions;
	readonly #cache: AnswerCache;
	readonly #deadlines = new Deadlines();
	readonly #reads = new SharedCalls<string, HttpAnswer>();
	#writeCount = 0;

	constructor(options: WireOptions, cache: AnswerCache) {
		this.#options = options;
		this.#cache = cache;
	}

	/**
	 * Fails if the answer is not a success, or if `contentOf` does. Remembers whether a read was successful, which may depend on its content:
	 * GraphQL reports errors there.
	 */
	async send<Content>(prepared: PreparedCall, contentOf: (answer: HttpAnswer) => Content): Promise<Content> {
		const { host, key, isWrite } = prepared;
		const { failedReads } = this.#options.queues.of(host);
		try {
			const answer = await (isWrite ? this.#write(prepared) : this.#read(prepared));
			if (answer.status < 200 || answer.status >= 300) throw toForgeError(prepared, answer);
			const content = contentOf(answer);
			if (!isWrite) failedReads.didAnswer(key, !hasErrors(content));
			return content;
		} catch (error) {
			if (!isWrite && error instanceof ForgeError) failedReads.didAnswer(key, false);
			throw error;
		}
	}

	#read(prepared: PreparedCall): Promise<HttpAnswer> {
		// A caller that reads after a change must not get an answer from before it.
		const key = `${this.#writeCount} ${prepared.key}`;
		return this.#reads.join(key, (signal) => this.#readUnlessRepeated(prepared, signal), prepared.signal);
	}

	#readUnlessRepeated(prepared: PreparedCall, signal: AbortSignal): Promise<HttpAnswer> {
		const { host, key } = prepared;
		const { queues, log } = this.#options;
		const didReachLimit = () =>
			log?.warn(`${host} has failed to answer requests that were repeated. They wait for some seconds.`);
		// A read that need not wait is sent in this turn, so that a change which is made after it cannot be sent before it.
		const waiting = queues.of(host).failedReads.enter(key, signal, didReachLimit);
		const read = () => this.#readOrRevalidate(prepared, signal);
		return waiting ? waiting.then(read) : read();
	}

	async #readOrRevalidate(prepared: PreparedCall, signal: AbortSignal): Promise<HttpAnswer> {
		const cached = this.#cache.get(prepared.key);
		const request = cached
			? { ...prepared, headers: { ...prepared.headers, ...cached.conditions } }
			: prepared;
		const answer = await this.#sendWithRetries(prepared, request, signal);
		if (answer.status === 304 && cached) return { ...cached.answer, status: 200 };
		if (answer.status === 200 && !answer.redirected) this.#cache.put(prepared.key, answer);
		return answer;
	}

	async #write(prepared: PreparedCall): Promise<HttpAnswer> {
		const { signal = neverAborts } = prepared;
		try {
			return await this.#sendWithRetries(prepared, prepared, signal);
		} finally {
			this.#writeCount += 1;
		}
	}

	async #sendWithRetries(
		prepared: PreparedCall,
		request: HttpRequest,
		signal: AbortSignal,
	): Promise<HttpAnswer> {
		const { queues, retryPolicy = defaultRetryPolicy } = this.#options;
		const { token, service } = prepared;
		const send = (requestSignal: AbortSignal) =>
			this.#exchangeInQueue(prepared, request, signal, requestSignal);
		for (let attempt = 0; ; attempt++) {
			const outcome =
				token === undefined ? await send(signal) : await queues.firstUses.send(service, token, send, signal);
			if ('status' in outcome && !isBusy(outcome.status)) return outcome;
			const waitMs = waitBefore(attempt, request.isWrite, failureOf(outcome), retryPolicy);
			if (waitMs === undefined) {
				if ('error' in outcome) throw outcome.error;
				return outcome;
			}
			await sleep(waitMs, signal);
		}
	}

	/** Makes one exchange when the queue has a slot for it. `signal` ends the wait, and `requestSignal` aborts the exchange. */
	async #exchangeInQueue(
		{ host, limits }: PreparedCall,
		request: HttpRequest,
		signal: AbortSignal,
		requestSignal: AbortSignal,
	): Promise<HttpAnswer | NetworkFailure> {
		const { fetch, queues, log } = this.#options;
		const slot = await queues.of(host).enter(signal);
		let outcome: HttpAnswer | NetworkFailure | undefined;
		const startedAt = steadyTime();
		try {
			outcome = await exchange(fetch, this.#deadlines, request, limits, requestSignal);
		} finally {
			slot.release(feedbackOf(outcome));
		}
		log?.debug(logLine(request, outcome, steadyTime() - startedAt));
		return outcome;
	}
}

/** Carries the calls of one area over HTTP. */
export function wire(options: WireOptions): Wire {
	const limits = { ...defaultLimits, ...options.limits };
	const cache = new AnswerCache(limits.cacheBytes);
	const sender = new CallSender(options, cache);
	// One account must not get the cached answers of another.
	const preparation = new CallPreparation(options, () => cache.clear());
	const prepare = (call: Call, accepted: Accepted, bytes: number, wholeMs = limits.wholeMs): PreparedCall => {
		call.bounds?.addRequest();
		return preparation.prepare(call, accepted, { answerMs: limits.answerMs, wholeMs, bytes });
	};
	return {
		json: async (call) => {
			const prepared = prepare(call, acceptData, limits.jsonBytes);
			return await sender.send(prepared, (answer) => {
				call.bounds?.addBytes(answer.bytes.length);
				return jsonOf(prepared.host, answer, prepared.isWrite);
			});
		},
		bytes: async (call) => {
			const maxBytes = call.maxBytes ?? limits.blobBytes;
			// A larger file has more time.
			const wholeMs = limits.wholeMs * Math.max(1, maxBytes / limits.blobBytes);
			const prepared = prepare(call, acceptFile, maxBytes, wholeMs);
			return await sender.send(prepared, (answer) => fileOf(prepared.host, answer));
		},
		nothing: async (call) => {
			const prepared = prepare(call, acceptData, limits.jsonBytes);
			await sender.send(prepared, (answer) => requireNoPage(prepared.host, answer, prepared.isWrite));
		},
		report: (sentence) => options.log?.warn(sentence),
	};
}

/** Whether an answer in GraphQL has errors. */
function hasErrors(content: unknown): boolean {
	const errors = fieldOf(content, 'errors');
	return Array.isArray(errors) && errors.length > 0;
}

const feedbackOf = (outcome: HttpAnswer | NetworkFailure | undefined): Feedback => {
	if (outcome === undefined || 'error' in outcome) return 'unknown';
	return isOverloaded(outcome.status) ? 'busy' : 'good';
};

const failureOf = (outcome: HttpAnswer | NetworkFailure): AttemptFailure =>
	'error' in outcome
		? { kind: 'network', mayHaveArrived: outcome.mayHaveArrived, isRetryable: outcome.isRetryable }
		: {
				kind: 'status',
				status: outcome.status,
				retryAfterMs: parseRetryAfter(outcome.header('retry-after'), outcome.header('date')),
			};

function logLine({ method, url }: HttpRequest, outcome: HttpAnswer | NetworkFailure, ms: number): string {
	const end = 'error' in outcome ? outcome.error.message : `${outcome.status}, ${outcome.bytes.length} bytes`;
	return `${method} ${url}: ${end}, ${Math.round(ms)} ms`;
}
