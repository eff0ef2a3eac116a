import type { Disposable } from '../../base/disposable.ts';
import type { Method } from '../contract/row.ts';

/** One HTTP request. The transport never follows redirects and never retries; the caller decides about both. */
export interface OutgoingRequest {
	readonly method: Method;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
	/** Awaited when the connection is ready to take the body, before the first byte of the request. If it rejects, nothing is sent. */
	readonly beforeBody?: (() => Promise<void>) | undefined;
	readonly signal: AbortSignal;
	/** Maximum size of an answer in bytes. A larger answer fails with `TooLarge` and is not read any further. */
	readonly limit: number;
	/** Called when the answer begins. */
	readonly didBegin: () => void;
}

export interface IncomingAnswer {
	readonly status: number;
	readonly bytes: Buffer;
	header(name: string): string | null;
}

export class TooLarge extends Error {
	/** The whole size in bytes, if the header has it. */
	readonly size: number | undefined;

	constructor(size?: number) {
		super('too large');
		this.size = size;
	}
}

/**
 * The size that an answer announces in its header `content-length`, if that exceeds `limit`. A 304 has no body: its header is about
 * another answer.
 */
export function announcedSizeAbove(limit: number, status: number, length: string | null): number | undefined {
	const size = status === 304 || length === null || !/^\d{1,15}$/.test(length) ? 0 : Number(length);
	return size > limit ? size : undefined;
}

/** A body that is made only when the connection takes it. Its length has to be sent as a header. */
export const lateBody = (
	text: string,
	beforeBody: () => Promise<void>,
): ReadableStream<Uint8Array<ArrayBuffer>> =>
	new ReadableStream(
		{
			pull: async (controller) => {
				await beforeBody();
				controller.enqueue(Buffer.from(text));
				controller.close();
			},
		},
		{ highWaterMark: 0 },
	);

/** The headers of a request with a `lateBody`. */
export const lateHeaders = (
	headers: OutgoingRequest['headers'],
	text: string,
): OutgoingRequest['headers'] => ({
	...headers,
	'content-length': String(Buffer.byteLength(text)),
});

export type Fetch = (url: string, request: OutgoingRequest) => Promise<IncomingAnswer>;

export interface Transport extends Disposable {
	readonly fetch: Fetch;
}

/**
 * Uses the extension host's own `fetch`, the only one with the editor's proxy, certificates and settings. Disposing aborts the
 * requests that are still running.
 *
 * The host speaks HTTP/1.1 unless a request brings an agent that allows HTTP/2. No request may: undici 7 destroys an HTTP/2
 * connection as soon as the server announces that it will close it, and fails writes that succeed. HTTP/2 would not save
 * anything, either: a queue of six requests opens six connections both ways, and takes the same time. Reasons: docs/decisions/http-1.md.
 */
export function transport(): Transport {
	let ended = false;
	/** Functions that abort the running requests. The agent belongs to the host and also serves others, so it stays open. */
	const aborts = new Set<() => void>();
	return {
		fetch: async (url, request) => {
			if (ended || request.signal.aborted) throw new Error('The request was aborted');
			// `AbortSignal.any` would do the same, but costs a twentieth of the whole request.
			const stop = new AbortController();
			const abort = () => stop.abort();
			aborts.add(abort);
			request.signal.addEventListener('abort', abort);
			try {
				return await fetchWhole(url, request, stop.signal);
			} finally {
				request.signal.removeEventListener('abort', abort);
				aborts.delete(abort);
			}
		},
		dispose: () => {
			ended = true;
			for (const abort of aborts) abort();
		},
	};
}

async function fetchWhole(
	url: string,
	{ method, headers, body, beforeBody, limit, didBegin }: OutgoingRequest,
	signal: AbortSignal,
): Promise<IncomingAnswer> {
	const content =
		body === undefined || beforeBody === undefined
			? { headers, body: body ?? null }
			: {
					headers: lateHeaders(headers, body),
					body: lateBody(body, beforeBody),
					duplex: 'half' as const,
				};
	const answer = await globalThis.fetch(url, { ...content, method, signal, redirect: 'manual' });
	didBegin();
	const tooLargeSize = announcedSizeAbove(limit, answer.status, answer.headers.get('content-length'));
	if (tooLargeSize !== undefined) {
		await answer.body?.cancel();
		throw new TooLarge(tooLargeSize);
	}
	const parts = new BodyParts(limit);
	// Leaving the loop cancels the rest.
	for await (const part of answer.body ?? []) if (!parts.add(part)) throw new TooLarge();
	return { status: answer.status, header: (name) => answer.headers.get(name), bytes: parts.whole() };
}

/** Collects the parts of a body, up to a limit. */
export class BodyParts {
	readonly #limit: number;
	readonly #parts: Uint8Array[] = [];
	#length = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Returns false if the limit is exceeded. */
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
