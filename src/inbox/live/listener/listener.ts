import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { abortable, tryAsync } from '../../../base/abort.ts';
import { background } from '../../../base/background.ts';
import { nextTurn, steadyTime, timeLimit } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import { DeliveryRequests, type Hook } from './delivery-requests.ts';
import { RefusalLog, refusalStatus } from './refusal-log.ts';

/** How often to look whether the machine has slept: the timer is then late by the clock. */
const wakeCheckMs = 5000;
/** A busy machine delays the timer, too, but hardly by this much. */
const longestDelayMs = 10_000;

const defaultLimits = {
	/** For the whole request, and separately for its headers. A forge waits five seconds for its answer. */
	requestMs: 5000,
	/** For the text of an answer that the caller writes. */
	answerMs: 2000,
	connections: 64,
	headerBytes: 8 * 1024,
	/** Refused requests are logged at most this often. */
	logPauseMs: 60_000,
};

export interface ListenerOptions {
	/** The port on 127.0.0.1. With 0, which is the default, any free one. */
	readonly port?: number;
	/** The addresses of tunnels and proxies that lead to the listener. Asked for at each request. */
	readonly publicAddresses?: () => readonly string[];
	/** Called when a delivery may be lost: a connection was closed because there were too many, or the machine has slept. */
	readonly onDrop?: () => void;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly limits?: Partial<typeof defaultLimits>;
}

export interface WebhookListener extends Disposable {
	readonly port: number;
	/** Accepts deliveries for a hook until the result is disposed. Replaces a hook with the same secret. */
	add(hook: Hook): Disposable;
}

/** Listens on this machine for the deliveries of webhooks. `dispose` closes all connections at once. */
export async function startListener({
	port = 0,
	publicAddresses = () => [],
	onDrop = () => {},
	log,
	secrets,
	limits,
}: ListenerOptions): Promise<WebhookListener> {
	const { requestMs, answerMs, connections, headerBytes, logPauseMs } = { ...defaultLimits, ...limits };
	const lifetime = new Lifetime();
	const requests = new DeliveryRequests(publicAddresses, log);
	const refusedRequests = new RefusalLog(lifetime, log, logPauseMs);

	const answerOf = async (answer: NonNullable<Hook['answer']>, received: Received): Promise<string> => {
		const signal = AbortSignal.any([lifetime.signal, timeLimit(answerMs)]);
		try {
			return await abortable(
				tryAsync(() => answer(received, signal)),
				signal,
			);
		} catch (error) {
			if (!signal.aborted) log.error('The answer to a webhook failed', error);
			return '';
		}
	};
	/** Calls the hook. Does not reject. */
	const passOn = async (hook: Hook, received: Received): Promise<void> => {
		// The work that a delivery causes must not delay the answers to it and to the requests that have arrived with it.
		await nextTurn();
		if (lifetime.ended) return;
		await tryAsync(() => hook.receive(received)).catch((error: unknown) =>
			log.error('A webhook was received but not handled', error),
		);
	};
	const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const checked = await requests.check(request);
		if (checked.kind === 'refused') {
			refusedRequests.add(checked.why);
			send(response, refusalStatus[checked.why]);
			return;
		}
		const { hook, received } = checked;
		// The text may take as long as the forge waits. The delivery is passed on meanwhile.
		const text = hook.answer && answerOf(hook.answer, received);
		if (!text) send(response, 200);
		const passed = passOn(hook, received);
		if (text) send(response, 200, await text);
		await passed;
	};

	// Node looks for slow connections once in each interval, so the limit must be shorter by as much.
	const checkMs = requestMs / 10;
	const timeoutMs = requestMs - checkMs;
	const server = createServer({
		headersTimeout: timeoutMs,
		requestTimeout: timeoutMs,
		connectionsCheckingInterval: checkMs,
		maxHeaderSize: headerBytes,
		// A request without a host is refused like one with a foreign host.
		requireHostHeader: false,
	});
	// Ends the connections of senders that do not read the answer.
	server.setTimeout(requestMs + answerMs);
	/** The connections that have brought a request. */
	const used = new WeakSet<Socket>();
	/** The open connections that have not sent all headers yet, the oldest first. */
	const waiting = new Set<Socket>();
	let openCount = 0;
	server.on('connection', (socket: Socket) => {
		openCount += 1;
		socket.once('close', () => {
			openCount -= 1;
			waiting.delete(socket);
		});
		// A forge sends its headers at once, so the connection that has waited longest for them is closed. If it were the newest one, idle connections
		// could keep all deliveries away.
		const closed = openCount > connections ? (longestWaiting(waiting) ?? socket) : undefined;
		waiting.add(socket);
		if (!closed) return;
		waiting.delete(closed);
		closed.destroy();
		refusedRequests.add('too many connections');
		onDrop();
	});
	server.on('request', (request, response) => {
		const { socket } = request;
		waiting.delete(socket);
		// Each connection is closed after its first answer. No forge sends a second request before, and reading on would fill the
		// memory: Node parses what follows even if the connection is paused.
		if (used.has(socket)) {
			socket.destroy();
			return;
		}
		used.add(socket);
		const work = handle(request, response).catch((error: unknown) => {
			if (!request.destroyed) log.error('A request to the webhook listener failed', error);
			socket.destroy();
		});
		background(work);
	});
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refusedRequests.add('too slow');
		else if (error.code !== 'ECONNRESET') refusedRequests.add('not HTTP');
		socket.destroy();
	});

	await listen(server, port);
	let awakeAt = steadyTime();
	lifetime.interval(() => {
		const now = steadyTime();
		if (now - awakeAt > wakeCheckMs + longestDelayMs) onDrop();
		awakeAt = now;
	}, wakeCheckMs);
	server.on('error', (error) => log.error('The webhook listener failed', error));
	lifetime.add({
		dispose: () => {
			server.close();
			server.closeAllConnections();
		},
	});
	return {
		port: (server.address() as AddressInfo).port,
		add: (hook) => {
			secrets.add(hook.secret);
			return requests.add(hook);
		},
		dispose: () => lifetime.dispose(),
	};
}

/** The connection that has waited longest: one that has sent nothing, if there is any. */
function longestWaiting(waiting: ReadonlySet<Socket>): Socket | undefined {
	const [oldest] = waiting;
	return [...waiting].find(({ bytesRead }) => bytesRead === 0) ?? oldest;
}

function listen(server: Server, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', (cause: NodeJS.ErrnoException) => {
			const words =
				cause.code === 'EADDRINUSE'
					? `Another program uses port ${port} of this machine. Choose another port for webhooks.`
					: `Webhooks cannot be received on port ${port} of this machine. Choose another port.`;
			reject(new ForgeError('refused', words, { cause }));
		});
		server.listen(port, '127.0.0.1', resolve);
	});
}

function send(response: ServerResponse, status: number, text = ''): void {
	response.writeHead(status, {
		...(status === 405 && { allow: 'POST' }),
		...(text !== '' && { 'content-type': 'text/plain; charset=utf-8' }),
		'content-length': Buffer.byteLength(text),
		connection: 'close',
	});
	response.end(text);
}
