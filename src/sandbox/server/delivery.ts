import {
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	type KeyObject,
	randomBytes,
	sign,
} from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Delivery } from '../../forge/shapes/webhooks.ts';

/** The maximum length of a stored answer in bytes and, with the quirk `payload-cut`, of a payload in characters. */
export const payloadLimit = 65_536;

/** The status of a delivery without an answer. */
const unanswered = -2;
const timedOut = -1;

/** The key that signs every delivery of a forge. */
export class SigningKey {
	readonly #key: KeyObject;

	/** Restores a key from its `stored` form. Without it, makes a new key. */
	constructor(stored?: string) {
		this.#key =
			stored === undefined
				? generateKeyPairSync('ed25519').privateKey
				: createPrivateKey({ key: Buffer.from(stored, 'base64'), type: 'pkcs8', format: 'der' });
	}

	get stored(): string {
		return this.#key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
	}

	/** The 32 raw bytes of the public key in base64: the last 32 of its SPKI form. */
	get public(): string {
		return createPublicKey(this.#key)
			.export({ type: 'spki', format: 'der' })
			.subarray(-32)
			.toString('base64');
	}

	sign(body: Uint8Array, nonce: string): string {
		return sign(null, Buffer.concat([body, Buffer.from(nonce)]), this.#key).toString('base64');
	}
}

/** The content and the recipient of a delivery. */
export interface HookNotification {
	readonly id: string;
	readonly event: string;
	readonly url: string;
	readonly payload: string;
}

/** One attempt: signed with its own nonce, not yet answered. */
export interface Attempt {
	readonly delivery: Delivery;
	send(timeoutMs: number): Promise<Delivery>;
}

export function attempt(notification: HookNotification, key: SigningKey, now: Date): Attempt {
	const { id, event, url, payload } = notification;
	const body = Buffer.from(payload);
	const nonce = randomBytes(8).toString('hex');
	const headers = {
		'Content-Type': 'application/json',
		'X-Webhook-Event': event,
		'X-Webhook-Delivery': id,
		'X-Payload-Signature': key.sign(body, nonce),
		'X-Payload-Nonce': nonce,
	};
	const delivery: Delivery = {
		id,
		created: timestamp(now),
		event,
		url,
		payload,
		payload_headers: headerLines(Object.entries(headers)),
		response: '',
		response_status: unanswered,
		response_headers: '',
	};
	const send = async (timeoutMs: number): Promise<Delivery> => {
		const signal = AbortSignal.timeout(timeoutMs);
		try {
			return { ...delivery, ...(await post(url, headers, body, signal)) };
		} catch {
			if (!signal.aborted) return delivery;
			const response = `Request timed out after ${timeoutMs / 1000} seconds.`;
			return { ...delivery, response, response_status: timedOut };
		}
	};
	return { delivery, send };
}

/** Does not use `fetch`, which could reuse a connection that the listener is just closing. */
async function post(
	url: string,
	headers: Readonly<Record<string, string>>,
	body: Buffer,
	signal: AbortSignal,
) {
	const request = (url.startsWith('https:') ? https : http).request(url, {
		method: 'POST',
		headers: { ...headers, 'User-Agent': 'forge-sandbox', 'Content-Length': body.length },
		agent: false,
		signal,
	});
	// An error after the answer has begun reaches the reader of the answer. Here it only needs a listener.
	request.on('error', () => {});
	request.end(body);
	const [response]: IncomingMessage[] = await once(request, 'response');
	if (!response) throw new Error('The listener did not answer.');
	return {
		response: await startOf(response),
		response_status: response.statusCode ?? unanswered,
		response_headers: headerLines(pairs(response.rawHeaders)),
	};
}

async function startOf(response: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	let length = 0;
	for await (const part of response) {
		parts.push(part);
		length += part.length;
		if (length >= payloadLimit) break;
	}
	return Buffer.concat(parts).subarray(0, payloadLimit).toString('utf8');
}

const pairs = (raw: readonly string[]): [string, string][] =>
	raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));

const headerLines = (headers: Iterable<readonly [string, string]>) =>
	[...headers].map(([name, value]) => `${name}: ${value}`).join('\n');

/** Formats a time for the wire: to the second, in UTC, with an offset. */
export const timestamp = (moment: Date) => moment.toISOString().replace(/\.\d+Z$/, '+00:00');
