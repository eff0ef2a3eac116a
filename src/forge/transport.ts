import type { Agent, Dispatcher } from 'undici';
import { background } from '../base/background.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Method } from './row.ts';

/** One HTTP request. Redirects are never followed and nothing is repeated: that is decided above. */
interface Outgoing {
	readonly method: Method;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
	readonly signal: AbortSignal;
	/** An answer with more bytes than this is `TooLarge`, and is not read any further. */
	readonly limit: number;
	/** Called when the answer begins. */
	readonly begun: () => void;
}

export interface Incoming {
	readonly status: number;
	readonly bytes: Buffer;
	header(name: string): string | null;
}

export class TooLarge extends Error {}

export type Fetch = (url: string, request: Outgoing) => Promise<Incoming>;

export interface Transport extends Disposable {
	readonly fetch: Fetch;
}

/**
 * `editor` goes through the host's own `fetch`, the only way with the editor's proxy, certificates and settings; our
 * agent only lets it speak HTTP/2. `plain`, for Node without an editor, is undici below its own fetch: half the time.
 */
export type Through = 'editor' | 'plain';

const connectTimeout = 10_000;

/**
 * The way to the network. Nothing is loaded before the first request; disposing cuts what is still under way.
 *
 * A trap: with `http.proxySupport` "on" the host sends a request that brings an agent past the editor's proxy. `bringAgent`
 * says whether it may; without one there is no HTTP/2.
 */
export function transport(through: Through, bringAgent: () => boolean = () => true): Transport {
	let ready: Agent | undefined;
	let loading: Promise<Agent> | undefined;
	let ended = false;
	/** What cuts the requests that the host makes: it may have put an agent of its own in place of ours. */
	const cuts = new Set<() => void>();
	const load = () => {
		loading ??= loadUndici().then((undici) => {
			// How long a request may take is decided above.
			const connectTime = { timeout: connectTimeout };
			ready = new undici.Agent({ allowH2: true, connect: connectTime, headersTimeout: 0, bodyTimeout: 0 });
			if (ended) background(ready.destroy());
			return ready;
		});
		return loading;
	};
	return {
		fetch: async (url, request) => {
			if (through === 'plain') return plain(ready ?? (await load()), url, request);
			const agent = bringAgent() ? (ready ?? (await load())) : undefined;
			if (ended || request.signal.aborted) throw new Error('given up');
			// `AbortSignal.any` would do the same, and be a twentieth of what the whole request costs.
			const stop = new AbortController();
			const cut = () => stop.abort();
			cuts.add(cut);
			request.signal.addEventListener('abort', cut);
			try {
				return await editor(agent, url, request, stop.signal);
			} finally {
				request.signal.removeEventListener('abort', cut);
				cuts.delete(cut);
			}
		},
		dispose: () => {
			ended = true;
			for (const cut of cuts) cut();
			background(loading?.then((agent) => agent.destroy()));
		},
	};
}

/**
 * Loading undici puts its agent into the process-wide dispatcher slot if that is empty, and every `fetch` in the
 * editor's host would go through it, past the editor's proxy. Touching the built-in fills the slot first.
 */
async function loadUndici(): Promise<typeof import('./undici.ts')> {
	void new Headers();
	return import('./undici.ts');
}

/** The whole answer in one go, without the streams and signals that `undici.request` makes for each. */
function plain(
	agent: Agent,
	url: string,
	{ method, headers, body, signal, limit, begun }: Outgoing,
): Promise<Incoming> {
	return new Promise((resolve, reject) => {
		// It is as `URL` writes it: the origin ends where the first slash after its `//` is.
		const slash = url.indexOf('/', 'https://'.length);
		const [origin, path] = [url.slice(0, slash), url.slice(slash)];
		const parts = new Parts(limit);
		let status = 0;
		let answerHeaders: Readonly<Record<string, string | string[] | undefined>> = {};
		let controller: Dispatcher.DispatchController | undefined;
		const stop = (reason: Error) => {
			signal.removeEventListener('abort', leave);
			reject(reason);
			controller?.abort(reason);
		};
		const leave = () => stop(new Error('given up'));
		if (signal.aborted) return leave();
		signal.addEventListener('abort', leave);
		agent.dispatch(
			{ origin, path, method, headers, body: body ?? null },
			{
				onRequestStart: (started) => {
					controller = started;
					if (signal.aborted) started.abort(new Error('given up'));
				},
				onResponseStart: (_, code, given) => {
					// 1xx: the answer is still to come.
					if (code < 200) return;
					status = code;
					answerHeaders = given;
					begun();
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

async function editor(
	dispatcher: Agent | undefined,
	url: string,
	{ method, headers, body, limit, begun }: Outgoing,
	signal: AbortSignal,
): Promise<Incoming> {
	const init = { method, headers, body: body ?? null, signal, redirect: 'manual', dispatcher };
	// The host's types are those of another undici than ours, which it takes all the same.
	const answer = await globalThis.fetch(url, init as unknown as RequestInit);
	begun();
	const parts = new Parts(limit);
	// To leave the loop is to cancel the rest.
	for await (const part of answer.body ?? []) if (!parts.add(part)) throw new TooLarge();
	return { status: answer.status, header: (name) => answer.headers.get(name), bytes: parts.whole() };
}

/** The parts of a body as they come, up to a limit. */
class Parts {
	readonly #limit: number;
	readonly #parts: Uint8Array[] = [];
	#length = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** False when it is too much. */
	add(part: Uint8Array): boolean {
		this.#length += part.length;
		if (this.#length > this.#limit) return false;
		this.#parts.push(part);
		return true;
	}

	whole(): Buffer {
		return Buffer.concat(this.#parts, this.#length);
	}
}
