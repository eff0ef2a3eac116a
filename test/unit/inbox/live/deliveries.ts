import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../../src/base/log/log-records.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import type { Received } from '../../../../src/forge/webhooks/delivery.ts';
import { type Hook, hookPath } from '../../../../src/inbox/live/listener/delivery-requests.ts';
import { type ListenerOptions, startListener } from '../../../../src/inbox/live/listener/listener.ts';
import { SigningKey } from '../../../../src/sandbox/server/delivery.ts';

/** The key of the forge in these tests. */
export const forgeKey = new SigningKey();

type Headers = Readonly<Record<string, string>>;

/** The headers of a delivery, signed as a forge signs it. */
export function signedHeaders(
	body: string | Buffer,
	{ event = 'label:delete', nonce = randomBytes(8).toString('hex'), key = forgeKey } = {},
): Headers {
	return {
		'content-type': 'application/json',
		'x-webhook-event': event,
		'x-webhook-delivery': 'c6ecb552-c325-489d-a519-0095b09c19ae',
		'x-payload-nonce': nonce,
		'x-payload-signature': key.sign(Buffer.from(body), nonce),
	};
}

interface RequestParts {
	readonly method?: string;
	/** The lines of the `Host` header. */
	readonly hosts?: readonly string[];
	readonly headers?: Headers;
	readonly body?: string | Buffer;
}

/** The bytes of a request. By default, a signed delivery, with a `Content-Length` unless it is sent in chunks. */
export function requestBytes(
	target: string,
	{
		method = 'POST',
		hosts = ['localhost'],
		body = '{"id":1}',
		headers = signedHeaders(body),
	}: RequestParts = {},
): Buffer {
	const framing: Headers =
		'transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(body)) };
	const lines = [
		`${method} ${target} HTTP/1.1`,
		...hosts.map((host) => `host: ${host}`),
		...Object.entries({ ...framing, ...headers }).map(([name, value]) => `${name}: ${value}`),
	];
	return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

/** A connection that keeps what it receives. */
export class Connection {
	readonly socket: Socket;
	/** What it has received when it is closed. */
	readonly received: Promise<string>;

	constructor(port: number) {
		this.socket = connect(port, '127.0.0.1');
		const parts: Buffer[] = [];
		this.socket.on('data', (part) => parts.push(part));
		// The listener may close the connection before it has read everything.
		this.socket.on('error', () => {});
		this.received = new Promise((resolve) => {
			this.socket.once('close', () => resolve(Buffer.concat(parts).toString()));
		});
	}

	/** Resolves when the bytes are on their way, or the connection is closed. */
	send(bytes: string | Buffer): Promise<void> {
		return new Promise((resolve) => {
			this.socket.write(bytes, () => resolve());
		});
	}
}

/** Sends these bytes in a new connection. Returns the answer when the listener has closed the connection. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
	const connection = new Connection(port);
	await connection.send(bytes);
	return connection.received;
}

/** The status of an answer. NaN if there was none. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

export const newHookSecret = (): string => randomBytes(16).toString('hex');

/** A listener, what it passes on, and what it logs. `lifetime` ends it. */
export async function startTestListener(lifetime: Lifetime, options: Partial<ListenerOptions> = {}) {
	const received: (Received & { readonly hook: Hook })[] = [];
	const logged: string[] = [];
	// Without the secrets, so that the tests see whether the listener itself logs one.
	const log = new Log(
		createRecordWriter({ write: (level, line) => logged.push(`${level} ${line}`) }, new Secrets()),
	);
	const secrets = new Secrets();
	const listener = lifetime.add(await startListener({ log, secrets, ...options }));
	/** Adds a hook. By default, its deliveries must be signed. */
	const addHook = (hook: Partial<Hook> = {}) => {
		const added: Hook = {
			...{ secret: newHookSecret(), key: forgeKey.public },
			receive: (one) => received.push({ ...one, hook: added }),
			...hook,
		};
		return { hook: added, path: hookPath(added.secret), remove: listener.add(added) };
	};
	return {
		...{ listener, received, logged, secrets, addHook, port: listener.port },
		ask: (target: string, parts?: RequestParts) => exchange(listener.port, requestBytes(target, parts)),
	};
}
