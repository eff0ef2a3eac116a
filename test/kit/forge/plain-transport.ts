import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { background } from '../../../src/base/background.ts';
import {
	announcedSizeAbove,
	BodyParts,
	type IncomingAnswer,
	lateBody,
	lateHeaders,
	type OutgoingRequest,
	TooLarge,
	type Transport,
} from '../../../src/forge/wire/transport.ts';

const connectTimeoutMs = 10_000;

/**
 * A transport that takes half the time of the extension's: it calls undici's agent directly. Nothing is loaded before the first request.
 * Disposing aborts the requests that are still running.
 */
export function plainTransport(): Transport {
	let ready: Agent | undefined;
	let loading: Promise<Agent> | undefined;
	let ended = false;
	const load = () => {
		loading ??= loadUndici().then((undici) => {
			// The caller sets the time limits of a request. `transport.ts` explains why HTTP/2 is off.
			const connect = { timeout: connectTimeoutMs };
			ready = new undici.Agent({ allowH2: false, connect, headersTimeout: 0, bodyTimeout: 0 });
			if (ended) background(ready.destroy());
			return ready;
		});
		return loading;
	};
	return {
		fetch: async (url, request) => dispatch(ready ?? (await load()), url, request),
		dispose: () => {
			ended = true;
			background(loading?.then((agent) => agent.destroy()));
		},
	};
}

/**
 * Loading undici puts its agent into the process-wide dispatcher slot if the slot is empty, and every `fetch` of the process
 * would go through it. Accessing the built-in `Headers` fills the slot first.
 */
async function loadUndici(): Promise<typeof import('undici')> {
	void new Headers();
	return import('undici');
}

/** Receives the whole answer at once, without the streams and signals that `undici.request` creates for each request. */
function dispatch(
	agent: Agent,
	url: string,
	{ method, headers, body, beforeBody, signal, limit, didBegin }: OutgoingRequest,
): Promise<IncomingAnswer> {
	return new Promise((resolve, reject) => {
		// `url` has the form that `URL` writes, so the origin ends at the first slash after `//`.
		const pathStart = url.indexOf('/', 'https://'.length);
		const origin = url.slice(0, pathStart);
		const path = url.slice(pathStart);
		const parts = new BodyParts(limit);
		let status = 0;
		let answerHeaders: Readonly<Record<string, string | string[] | undefined>> = {};
		let controller: Dispatcher.DispatchController | undefined;
		const stop = (reason: Error) => {
			signal.removeEventListener('abort', leave);
			reject(reason);
			controller?.abort(reason);
		};
		const leave = () => stop(new Error('The request was aborted'));
		if (signal.aborted) return leave();
		signal.addEventListener('abort', leave);
		const content =
			body === undefined || beforeBody === undefined
				? { headers, body: body ?? null }
				: { headers: lateHeaders(headers, body), body: Readable.from(lateBody(body, beforeBody)) };
		agent.dispatch(
			{ origin, path, method, ...content },
			{
				onRequestStart: (started) => {
					controller = started;
					if (signal.aborted) started.abort(new Error('The request was aborted'));
				},
				onResponseStart: (_, code, given) => {
					// After a 1xx status, the answer is still to come.
					if (code < 200) return;
					status = code;
					answerHeaders = given;
					didBegin();
					const length = given['content-length'];
					const tooLargeSize = announcedSizeAbove(limit, code, typeof length === 'string' ? length : null);
					if (tooLargeSize !== undefined) stop(new TooLarge(tooLargeSize));
				},
				onResponseData: (_, part) => {
					if (!parts.add(part)) stop(new TooLarge());
				},
				onResponseEnd: () => {
					signal.removeEventListener('abort', leave);
					const header = (name: string) => {
						const value = answerHeaders[name];
						return (typeof value === 'string' ? value : value?.[0]) ?? null;
					};
					resolve({ status, header, bytes: parts.whole() });
				},
				onResponseError: (_, error) => {
					signal.removeEventListener('abort', leave);
					reject(error);
				},
			},
		);
	});
}
