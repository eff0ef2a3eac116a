import { abortable, neverAborts } from '../../base/abort.ts';
import { ForgeError } from '../contract/errors.ts';
import type { HttpAnswer } from './exchange.ts';
import type { FirstUseLock } from './first-use-lock.ts';
import type { NetworkFailure } from './network.ts';

type Outcome = HttpAnswer | NetworkFailure;

/** Sends a request. Once it is on its way, only `requestSignal` ends it. */
type Send = (requestSignal: AbortSignal) => Promise<Outcome>;

/**
 * Sends one request at a time to a service that has not seen the token yet, and never aborts that request.
 *
 * Real services look up an unknown token at the account service, then insert it into their database, without a lock. Two requests
 * at the same time insert it twice, and from then on the service answers every request with that token with an error. A request
 * that the client aborts still inserts it. Reasons: docs/decisions/first-use-of-a-token.md.
 */
export class FirstUses {
	readonly #lock: FirstUseLock | undefined;
	readonly #known = new Set<string>();
	readonly #running = new Map<string, Promise<NetworkFailure | undefined>>();

	/** Without a lock, coordinates only the requests of this window. */
	constructor(lock?: FirstUseLock) {
		this.#lock = lock;
	}

	/**
	 * `service` is the address of the service. Rejects with the signal's reason as soon as it is aborted, even if the request goes
	 * on.
	 */
	async send(service: string, token: string, send: Send, signal: AbortSignal): Promise<Outcome> {
		const key = `${token} ${service}`;
		while (!this.#known.has(key)) {
			const running = this.#running.get(key);
			if (!running) return abortable(this.#sendAlone(key, send, signal), signal);
			const failure = await abortable(running, signal);
			if (failure) return failure;
		}
		return send(signal);
	}

	#sendAlone(key: string, send: Send, signal: AbortSignal): Promise<Outcome> {
		const request = () => send(neverAborts);
		const sent = this.#lock?.send(key, request, isAccepted, signal) ?? request();
		const finish = (failure?: NetworkFailure) => {
			this.#running.delete(key);
			return failure;
		};
		const running = sent.then(
			(outcome) => {
				if (isLookedUp(outcome)) this.#known.add(key);
				return finish(failureForAll(outcome));
			},
			() => finish(),
		);
		this.#running.set(key, running);
		return sent;
	}
}

/** A failing server, or a proxy in front of it, may not have looked up the token. */
const isLookedUp = (outcome: Outcome): outcome is HttpAnswer =>
	'status' in outcome && outcome.status < 500 && outcome.status !== 429;

/** A service that refuses a token may accept it later, and then inserts it. */
const isAccepted = (outcome: Outcome): boolean => isLookedUp(outcome) && outcome.status !== 401;

/**
 * The outcome for the requests that wait behind an unanswered one. If the service cannot be reached, they must not find that out
 * one after another. Undefined if the next request may succeed.
 */
function failureForAll(outcome: Outcome): NetworkFailure | undefined {
	if ('status' in outcome) return undefined;
	if (!outcome.mayHaveArrived) return outcome;
	const { error } = outcome;
	if (error.kind !== 'timeout') return undefined;
	// Unlike the request that timed out, the waiting requests were not sent.
	const message = 'The service did not respond to an earlier request in time.';
	return {
		error: new ForgeError('timeout', message, { cause: error }),
		mayHaveArrived: false,
		isRetryable: false,
	};
}
