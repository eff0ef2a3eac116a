import type { Answered } from './exchange.ts';

/** An answer that can be revalidated with the server. */
export interface Kept {
	readonly answer: Answered;
	/** The request headers that revalidate the answer. */
	readonly conditions: Readonly<Record<string, string>>;
}

/** What an answer's headers and map entry may take, in bytes. */
const overhead = 1000;

/** Keeps the most recently used answers that have an ETag or a Last-Modified header, within a budget of bytes. */
export class Cache {
	readonly #budget: number;
	readonly #kept = new Map<string, Kept>();
	#size = 0;

	constructor(budget: number) {
		this.#budget = budget;
	}

	get size(): number {
		return this.#size;
	}

	get(key: string): Kept | undefined {
		const kept = this.#kept.size > 0 ? this.#kept.get(key) : undefined;
		if (!kept) return undefined;
		// A map keeps insertion order, so the least recently used entry is the first.
		this.#kept.delete(key);
		this.#kept.set(key, kept);
		return kept;
	}

	put(key: string, answer: Answered): void {
		const conditions = conditionsOf(answer);
		this.#forget(key);
		// One large answer must not evict all others.
		if (!conditions || answer.bytes.length > this.#budget / 8) return;
		this.#kept.set(key, { answer, conditions });
		this.#size += answer.bytes.length + overhead;
		for (const eldest of this.#kept.keys()) {
			if (this.#size <= this.#budget) break;
			this.#forget(eldest);
		}
	}

	clear(): void {
		this.#kept.clear();
		this.#size = 0;
	}

	#forget(key: string): void {
		// Many servers send nothing that can be kept. The empty cache then skips the lookup.
		const kept = this.#kept.size > 0 ? this.#kept.get(key) : undefined;
		if (!kept) return;
		this.#kept.delete(key);
		this.#size -= kept.answer.bytes.length + overhead;
	}
}

function conditionsOf({ header }: Answered): Kept['conditions'] | undefined {
	const etag = header('etag');
	const modified = header('last-modified');
	if (etag === null && modified === null) return undefined;
	if (/\bno-store\b/i.test(header('cache-control') ?? '')) return undefined;
	if (etag !== null) return { 'if-none-match': etag };
	// The header counts in seconds: content that changed in the second of the answer may change again without a new time.
	const age = Date.parse(header('date') ?? '') - Date.parse(modified ?? '');
	return modified !== null && age >= 1000 ? { 'if-modified-since': modified } : undefined;
}
