import type { Answered } from './exchange.ts';

/** An answer that the server can be asked about: is it still so? */
export interface Kept {
	readonly answer: Answered;
	/** The headers that ask. */
	readonly conditions: Readonly<Record<string, string>>;
}

/** What an answer's headers and place may take, in bytes. */
const overhead = 1000;

/** Answers with an ETag or a Last-Modified, the latest used ones, within a budget of bytes. */
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
		// A map keeps the order of insertion: the least recently used one is the first.
		this.#kept.delete(key);
		this.#kept.set(key, kept);
		return kept;
	}

	put(key: string, answer: Answered): void {
		const conditions = conditionsOf(answer);
		this.#forget(key);
		// One large answer must not drive out all others.
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
		// Many servers offer nothing to keep: then not even the key is looked at.
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
	// It counts in seconds: what changed in the second of the answer may change once more without showing it.
	const age = Date.parse(header('date') ?? '') - Date.parse(modified ?? '');
	return modified !== null && age >= 1000 ? { 'if-modified-since': modified } : undefined;
}
