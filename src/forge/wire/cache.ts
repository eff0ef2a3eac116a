import type { HttpAnswer } from './exchange.ts';

/** An answer that can be revalidated with the server. */
export interface CachedAnswer {
	readonly answer: HttpAnswer;
	/** The request headers that revalidate the answer. */
	readonly conditions: Readonly<Record<string, string>>;
}

/** Estimated size of an answer's headers and map entry, in bytes. */
const overhead = 1000;

/** Keeps the most recently used answers that have an ETag or a Last-Modified header, within a budget of bytes. */
export class Cache {
	readonly #budget: number;
	readonly #entries = new Map<string, CachedAnswer>();
	#size = 0;

	constructor(budget: number) {
		this.#budget = budget;
	}

	get size(): number {
		return this.#size;
	}

	get(key: string): CachedAnswer | undefined {
		const cached = this.#entries.size > 0 ? this.#entries.get(key) : undefined;
		if (!cached) return undefined;
		// A map keeps insertion order, so the least recently used entry is the first.
		this.#entries.delete(key);
		this.#entries.set(key, cached);
		return cached;
	}

	put(key: string, answer: HttpAnswer): void {
		const conditions = conditionsOf(answer);
		this.#forget(key);
		// One large answer must not evict all others.
		if (!conditions || answer.bytes.length > this.#budget / 8) return;
		this.#entries.set(key, { answer, conditions });
		this.#size += answer.bytes.length + overhead;
		for (const oldest of this.#entries.keys()) {
			if (this.#size <= this.#budget) break;
			this.#forget(oldest);
		}
	}

	clear(): void {
		this.#entries.clear();
		this.#size = 0;
	}

	#forget(key: string): void {
		// Many servers send nothing that can be revalidated. The cache then stays empty and skips the lookup.
		const cached = this.#entries.size > 0 ? this.#entries.get(key) : undefined;
		if (!cached) return;
		this.#entries.delete(key);
		this.#size -= cached.answer.bytes.length + overhead;
	}
}

function conditionsOf({ header }: HttpAnswer): CachedAnswer['conditions'] | undefined {
	const etag = header('etag');
	const modified = header('last-modified');
	if (etag === null && modified === null) return undefined;
	if (/\bno-store\b/i.test(header('cache-control') ?? '')) return undefined;
	if (etag !== null) return { 'if-none-match': etag };
	// The header counts in seconds: content that changed in the second of the answer may change again without a new time.
	const age = Date.parse(header('date') ?? '') - Date.parse(modified ?? '');
	return modified !== null && age >= 1000 ? { 'if-modified-since': modified } : undefined;
}
