import { Refusal } from './refusal.ts';

/** How often each service has inserted each token. */
export type TokenTableState = Record<string, Record<string, number>>;

/** How long a service waits for the identity service to look up a token, in milliseconds. */
const lookupMs = 50;

/**
 * The tokens that a service has seen. Like real services, it looks up an unknown token first and inserts it afterwards.
 * Two simultaneous requests therefore insert it twice, and every later request with a duplicate token fails.
 */
export class TokenTable {
	readonly #rows: Record<string, number>;
	readonly #changed: () => void;

	constructor(rows: Record<string, number>, changed: () => void) {
		this.#rows = rows;
		this.#changed = changed;
	}

	/** Looks up the token of a request. Throws if it was inserted more than once. */
	async lookUp(token: string): Promise<void> {
		const rows = this.#count(token);
		if (rows > 1) throw new Refusal(500, 'Internal Server Error', { html: true });
		if (rows === 1) return;
		await new Promise((resolve) => setTimeout(resolve, lookupMs));
		this.#rows[token] = this.#count(token) + 1;
		this.#changed();
	}

	#count(token: string): number {
		return this.#rows[token] ?? 0;
	}
}
