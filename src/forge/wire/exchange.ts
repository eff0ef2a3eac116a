import { abortable } from '../../base/abort.ts';
import { nextTurn } from '../../base/clock.ts';
import { ForgeError, unknownResultAdvice } from '../contract/errors.ts';
import type { Method } from '../contract/row.ts';
import type { Deadlines } from './deadlines.ts';
import { type NetworkFailure, toNetworkFailure } from './network.ts';
import { type Fetch, type IncomingAnswer, TooLarge } from './transport.ts';

export interface Limits {
	/** Milliseconds until the answer begins, including the time to connect, but not the time that `beforeSending` takes. */
	readonly answerMs: number;
	/** Milliseconds until the end of the body. */
	readonly wholeMs: number;
	/** Maximum size of the body after decompression. */
	readonly bytes: number;
}

export interface HttpRequest {
	readonly method: Method;
	readonly isWrite: boolean;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
	/** Awaited directly before the request is sent. If it rejects, nothing is sent. */
	readonly beforeSending?: (() => Promise<void>) | undefined;
}

export interface HttpAnswer extends IncomingAnswer {
	/** Whether the answer came from another address, after a redirect. */
	readonly redirected?: boolean;
}

const maxRedirects = 5;

/**
 * Sends one request and returns its answer, whatever the status. Follows redirects only within the origin, and only for reads. If
 * no answer came, returns the reason. Rejects only with the reason of the signal or of `beforeSending`.
 */
export async function exchange(
	fetch: Fetch,
	deadlines: Deadlines,
	request: HttpRequest,
	limits: Limits,
	signal: AbortSignal,
): Promise<HttpAnswer | NetworkFailure> {
	if (signal.aborted) throw signal.reason;
	const stop = new AbortController();
	let isLate = false;
	let hasBegun = false;
	const stopLate = () => {
		isLate = true;
		stop.abort();
	};
	const startDeadline = () =>
		deadlines.add(limits.answerMs, () => {
			// Once the answer has begun, its body has until the second limit.
			if (hasBegun) deadline = deadlines.add(Math.max(0, limits.wholeMs - limits.answerMs), stopLate);
			else stopLate();
		});
	let deadline = startDeadline();
	const onAbort = () => stop.abort();
	signal.addEventListener('abort', onAbort);
	const { beforeSending } = request;
	const permission =
		beforeSending &&
		new Permission(async () => {
			// The forge is not late while the disk is slow.
			deadline.dispose();
			await abortable(beforeSending(), stop.signal);
			deadline = startDeadline();
		});
	try {
		let { url, headers } = request;
		if (request.body === undefined) await permission?.ask();
		for (let hops = 0; ; hops++) {
			const answer = await fetch(url, {
				method: request.method,
				headers,
				body: request.body,
				beforeBody: permission?.ask,
				signal: stop.signal,
				limit: limits.bytes,
				didBegin: () => {
					hasBegun = true;
				},
			});
			if (/\bclose\b/i.test(answer.header('connection') ?? '')) await waitUntilClosed();
			const target = redirectTarget(answer, request, url, hops);
			if (target === undefined) return hops === 0 ? answer : { ...answer, redirected: true };
			url = target;
			headers = withoutConditions(headers);
			hasBegun = false;
		}
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		permission?.throwIfRefused();
		if (error instanceof ForgeError) return { error, mayHaveArrived: true, isRetryable: false };
		if (error instanceof TooLarge) {
			return {
				error: tooLarge(limits.bytes, request.isWrite, error.size),
				mayHaveArrived: true,
				isRetryable: false,
			};
		}
		return toNetworkFailure(error, new URL(request.url).host, request.isWrite, isLate);
	} finally {
		signal.removeEventListener('abort', onAbort);
		deadline.dispose();
	}
}

/** Asks whether a request may be sent, and remembers a refusal: a transport reports it as a failure of the connection. */
class Permission {
	readonly #ask: () => Promise<void>;
	#refusal: { readonly reason: unknown } | undefined;

	constructor(ask: () => Promise<void>) {
		this.#ask = ask;
	}

	readonly ask = async (): Promise<void> => {
		try {
			await this.#ask();
		} catch (reason) {
			this.#refusal = { reason };
			throw reason;
		}
	};

	throwIfRefused(): void {
		if (this.#refusal) throw this.#refusal.reason;
	}
}

/**
 * Settles when a connection that the server has closed is gone. If the next request came earlier, undici's agent would count it
 * as a request of the next connection, and from then on close each connection after a single answer.
 */
async function waitUntilClosed(): Promise<void> {
	// Node closes sockets at the end of a turn of the event loop.
	await nextTurn();
	await nextTurn();
}

/** Removes the conditional headers, which are about the answer of another address. */
function withoutConditions(headers: HttpRequest['headers']): HttpRequest['headers'] {
	const { 'if-none-match': _tag, 'if-modified-since': _since, ...rest } = headers;
	return rest;
}

const tooLarge = (limit: number, isWrite: boolean, size: number | undefined) =>
	new ForgeError('surprise', `The response is larger than ${megabytes(limit)} and was not read completely.`, {
		mayBeDone: isWrite,
		advice: unknownResultAdvice(isWrite),
		tooLarge: { size },
	});

const megabytes = (bytes: number) =>
	bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(bytes / (1024 * 1024))} MB`;

function redirectTarget(
	answer: IncomingAnswer,
	{ method, isWrite }: HttpRequest,
	url: string,
	hops: number,
): string | undefined {
	if (![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
	const from = new URL(url);
	const location = answer.header('location');
	const to = location === null ? null : URL.parse(location, url);
	if (!to) return undefined;
	// 307 and 308 ask for the whole request to be sent elsewhere. With the other statuses, the change may have been made.
	const mayBeDone = isWrite && answer.status !== 307 && answer.status !== 308;
	const details = { status: answer.status, mayBeDone, advice: unknownResultAdvice(mayBeDone) };
	if (to.origin !== from.origin || to.username !== '' || to.password !== '') {
		// The origin of an address with a non-web scheme is 'null'.
		const where = to.origin === 'null' ? `a ${to.protocol} address` : to.origin;
		throw new ForgeError(
			'surprise',
			`${from.host} redirects to ${where}. Tildeforge does not follow redirects to other hosts. If the forge has moved, change its address in the settings.`,
			details,
		);
	}
	if (method !== 'GET') {
		const reason = isWrite ? 'a change is not sent twice' : 'only simple reads follow a redirect';
		throw new ForgeError('surprise', `${from.host} redirects to another address, and ${reason}.`, details);
	}
	if (hops >= maxRedirects) {
		throw new ForgeError('surprise', `${from.host} redirects too many times.`, {
			status: answer.status,
		});
	}
	to.hash = '';
	return to.href;
}
