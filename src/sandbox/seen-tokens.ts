import { Refusal } from './refusal.ts';

/** By service and token: how often the service has inserted the token. */
export type SeenTokensState = Record<string, Record<string, number>>;

/** How long a service waits for the identity service to tell it about a token, in milliseconds. */
const lookupMs = 50;

/**
 * The tokens that one service has seen. As real services do, it looks up an unknown one first and inserts it afterwards:
 * two requests at that moment insert it twice, and a token that is there twice is an error from then on.
 */
export class SeenTokens {
	readonly #rows: Record<string, number>;
	readonly #changed: () => void;

	constructor(rows: Record<string, number>, changed: () => void) {
		this.#rows = rows;
		this.#changed = changed;
	}

	async look(token: string): Promise<void> {
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
