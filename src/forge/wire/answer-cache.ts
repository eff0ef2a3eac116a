import { LruCache } from '../../base/lru-cache.ts';
import type { HttpAnswer } from './exchange.ts';

/** An answer that can be revalidated with the server. */
export interface CachedAnswer {
	readonly answer: HttpAnswer;
	/** The request headers that revalidate the answer. */
	readonly conditions: Readonly<Record<string, string>>;
}

/** Estimated size of an answer's headers and map entry, in bytes. */
const overhead = 1000;

/** Keeps the answers that were used last and can be revalidated, within a budget of bytes. */
export class AnswerCache {
	readonly #maxBytes: number;
	readonly #entries: LruCache<CachedAnswer>;

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
		this.#entries = new LruCache(maxBytes, ({ answer }) => answer.bytes.length + overhead);
	}

	get(key: string): CachedAnswer | undefined {
		return this.#entries.get(key);
	}

	/** An answer that is not kept removes an earlier one. */
	put(key: string, answer: HttpAnswer): void {
		const conditions = conditionsOf(answer);
		// One large answer must not evict all others.
		if (conditions && answer.bytes.length <= this.#maxBytes / 8)
			this.#entries.set(key, { answer, conditions });
		else this.#entries.delete(key);
	}

	clear(): void {
		this.#entries.clear();
	}
}

/** The conditions that an ETag or a Last-Modified header allows. */
function conditionsOf({ header }: HttpAnswer): CachedAnswer['conditions'] | undefined {
	if (/\bno-store\b/i.test(header('cache-control') ?? '')) return undefined;
	const etag = header('etag');
	if (etag !== null) return { 'if-none-match': etag };
	const modified = header('last-modified');
	if (modified === null) return undefined;
	// The header counts in seconds: content that changed in the second of the answer may change again without a new time.
	const age = Date.parse(header('date') ?? '') - Date.parse(modified);
	return age >= 1000 ? { 'if-modified-since': modified } : undefined;
}
