import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Disposable } from '../../../base/disposable.ts';
import type { Log } from '../../../base/log/log.ts';
import { createVerifier, type Received, readUnverified } from '../../../forge/webhooks/delivery.ts';
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

/** `secret` is the part of a hook's address that only the forge knows: 128 bits, as 32 hexadecimal digits. */
export function hookPath(secret: string): string {
	if (!/^[0-9a-f]{32}$/.test(secret)) throw new RangeError('The secret of a hook has 32 hexadecimal digits.');
	return `/hook/${secret}`;
}

/** Checks requests, and reads the deliveries that they bring. */
export class DeliveryRequests {
	/** A sender cannot compute digests with this key, so it cannot choose paths whose digests resemble that of a hook. */
	readonly #digestKey = randomBytes(32);
	/** By the digests of their paths. */
	readonly #hooks = new Map<string, Hook>();
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
		const digest = this.#digestOf(hookPath(hook.secret));
		this.#hooks.set(digest, hook);
		return {
			dispose: () => {
				if (this.#hooks.get(digest) === hook) this.#hooks.delete(digest);
			},
		};
	}

	/** Rejects if the connection ends before the request does. Reads no body unless the path and the headers are right. */
	async check(request: IncomingMessage): Promise<CheckedRequest> {
		const { headers, headersDistinct, socket, method, url = '' } = request;
		// Only exactly this path is known: not with a query, and not as a whole address, as it would be sent to a proxy.
		// How long the search takes does not show how much of a path is right.
		const hook = this.#hooks.get(this.#digestOf(url));
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

	#digestOf(path: string): string {
		return createHmac('sha256', this.#digestKey).update(path).digest('base64');
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

const localNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a request is addressed to this listener: to this machine, or to a public address that the user has set. With DNS
 * rebinding, a web page can make its own name resolve to this machine. Then only the `Host` header shows to which site the page
 * belongs.
 *
 * `hosts` are all `Host` headers of the request. There must be one: of two, a proxy could check the first, and this listener the second.
 */
export function isOwnHost(
	hosts: readonly string[] | undefined,
	port: number | undefined,
	publicAddresses: readonly string[],
): boolean {
	const [host, ...others] = hosts ?? [];
	if (host === undefined || others.length > 0) return false;
	const names = [
		...localNames.flatMap((name) => [name, `${name}:${port}`]),
		...publicAddresses.flatMap(namesOf),
	];
	return names.includes(host.toLowerCase());
}

/** A public address with and without its port: proxies pass on either. */
function namesOf(address: string): readonly string[] {
	const url = URL.parse(address);
	if (!url || url.hostname === '') return [];
	const port = url.port || (url.protocol === 'https:' ? '443' : '80');
	return [url.hostname, `${url.hostname}:${port}`];
}
