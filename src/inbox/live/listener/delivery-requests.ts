import type { IncomingMessage } from 'node:http';
import type { Disposable } from '../../../base/disposable.ts';
import { createVerifier, type Received, readUnverified } from '../../../forge/webhooks/delivery.ts';
import { HookPaths } from './hook-paths.ts';
import { isOwnHost } from './host-header.ts';
import type { Refusal } from './refusal-log.ts';
import { readBody } from './request-body.ts';

/** A hook that deliveries are accepted for. */
export interface Hook {
	/** The secret of its path, as `newHookSecret` makes it. */
	readonly secret: string;
	/** The instance's key for webhooks, in base64. Without it, deliveries are accepted unverified. */
	readonly key?: string | undefined;
	/** For a hook whose sender displays the answer: its text. */
	readonly answer?: ((received: Received, signal: AbortSignal) => Promise<string>) | undefined;
}

export type CheckedRequest<H> =
	| { readonly kind: 'refused'; readonly why: Refusal }
	| { readonly kind: 'received'; readonly hook: H; readonly received: Received };

const refused = (why: Refusal) => ({ kind: 'refused', why }) as const;

const bodyLimit = 1024 * 1024;

/**
 * A day of a busy forge: importing 3,000 tickets causes 12,000 deliveries, because a ticket and its first event each are delivered
 * twice. If a forge sends more in a day, its oldest deliveries could be replayed. A replay makes the extension read a resource
 * once more, and is then remembered again.
 */
const mostNonces = 50_000;

/** Checks requests, and reads the deliveries that they bring. */
export class DeliveryRequests<H extends Hook> {
	readonly #paths = new HookPaths<H>();
	/**
	 * By the instance's key, not by hook: a delivery to one hook is also a replay at another. They outlive the hooks, which are
	 * replaced while deliveries to the previous ones could still be repeated.
	 */
	readonly #verifiers = new Map<string, ReturnType<typeof createVerifier>>();
	readonly #publicAddresses: () => readonly string[];
	readonly #hasAllHooks: () => boolean;

	constructor(publicAddresses: () => readonly string[], hasAllHooks: () => boolean = () => true) {
		this.#publicAddresses = publicAddresses;
		this.#hasAllHooks = hasAllHooks;
	}

	/** Throws a `ForgeError` if the hook's key cannot be one. Replaces a hook with the same secret. */
	add(hook: H): Disposable {
		const { key } = hook;
		if (key !== undefined && !this.#verifiers.has(key)) {
			this.#verifiers.set(key, createVerifier({ key, mostNonces }));
		}
		return this.#paths.add(hook);
	}

	/** Rejects if the connection ends before the request does. Reads no body unless the path and the headers are right. */
	async check(request: IncomingMessage): Promise<CheckedRequest<H>> {
		const { headers, headersDistinct, socket, method, url = '' } = request;
		// Only exactly this path is known: not with a query, and not as a whole address, as it would be sent to a proxy.
		const hook = this.#paths.find(url);
		if (!isOwnHost(headersDistinct.host, socket.localPort, this.#publicAddresses())) {
			return refused('foreign host');
		}
		if (!hook) return refused(this.#hasAllHooks() ? 'unknown path' : 'not ready');
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
}
