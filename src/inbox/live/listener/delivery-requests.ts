import type { IncomingMessage } from 'node:http';
import type { Disposable } from '../../../base/disposable.ts';
import type { Log } from '../../../base/log/log.ts';
import { createVerifier, type Received, readUnverified } from '../../../forge/webhooks/delivery.ts';
import { HookPaths } from './hook-paths.ts';
import { isOwnHost } from './host-header.ts';
import type { Refusal } from './refusal-log.ts';
import { readBody } from './request-body.ts';

/** A hook that deliveries are accepted for. */
export interface Hook {
	/** The secret of its path, as `hookSecret` derives it. */
	readonly secret: string;
	/** The instance's key for webhooks, in base64. Without it, deliveries are accepted unverified. */
	readonly key?: string | undefined;
	/** Called after the delivery was answered. If its answer has a text, called while that is written. */
	readonly receive: (received: Received) => unknown;
	/** For a hook whose sender displays the answer: its text. */
	readonly answer?: ((received: Received, signal: AbortSignal) => Promise<string>) | undefined;
}

type CheckedRequest =
	| { readonly kind: 'refused'; readonly why: Refusal }
	| { readonly kind: 'received'; readonly hook: Hook; readonly received: Received };

const refused = (why: Refusal) => ({ kind: 'refused', why }) as const;

const bodyLimit = 1024 * 1024;

/**
 * A day of a busy forge: importing 3,000 tickets causes 12,000 deliveries, because a ticket and its first event each are delivered
 * twice. If a forge sends more in a day, its oldest deliveries could be replayed. A replay makes the extension read a resource
 * once more, and is then remembered again.
 */
const maxNonces = 50_000;

/** Checks requests, and reads the deliveries that they bring. */
export class DeliveryRequests {
	readonly #paths = new HookPaths<Hook>();
	/**
	 * By the instance's key, not by hook: a delivery to one hook is also a replay at another. They outlive the hooks, which are
	 * replaced while deliveries to the previous ones could still be repeated. Undefined for what cannot be a key.
	 */
	readonly #verifiers = new Map<string, ReturnType<typeof createVerifier> | undefined>();
	readonly #publicAddresses: () => readonly string[];
	readonly #log: Log;

	constructor(publicAddresses: () => readonly string[], log: Log) {
		this.#publicAddresses = publicAddresses;
		this.#log = log;
	}

	/** Replaces a hook with the same secret. If its key cannot be one, its deliveries are accepted unverified. */
	add(hook: Hook): Disposable {
		const { key } = hook;
		if (key !== undefined && !this.#verifiers.has(key)) this.#verifiers.set(key, this.#createVerifier(key));
		return this.#paths.add(hook);
	}

	/** Rejects if the connection ends before the request does. Reads no body unless the path and the headers are right. */
	async check(request: IncomingMessage): Promise<CheckedRequest> {
		const { headers, headersDistinct, socket, method, url = '' } = request;
		// Only exactly this path is known: not with a query, and not as a whole address, as it would be sent to a proxy.
		const hook = this.#paths.find(url);
		if (!isOwnHost(headersDistinct.host, socket.localPort, this.#publicAddresses())) {
			return refused('foreign host');
		}
		if (!hook) return refused('unknown path');
		if (method !== 'POST') return refused('wrong method');
		if (!/^application\/json[ \t]*(?:;|$)/i.test(headers['content-type'] ?? '')) return refused('not JSON');
		if (Number(headers['content-length'] ?? 0) > bodyLimit) return refused('too long');
		const body = await readBody(request, bodyLimit);
		if (!body) return refused('too long');
		const verify = hook.key === undefined ? undefined : this.#verifiers.get(hook.key);
		const delivery = (verify ?? readUnverified)(headers, body);
		if (delivery.kind === 'rejected') return refused(delivery.why);
		return { kind: 'received', hook, received: { delivery, isVerified: verify !== undefined } };
	}

	#createVerifier(key: string): ReturnType<typeof createVerifier> | undefined {
		try {
			return createVerifier(key, maxNonces);
		} catch (error) {
			this.#log.warn('The key for webhooks cannot be used, so deliveries are not verified', error);
			return undefined;
		}
	}
}
