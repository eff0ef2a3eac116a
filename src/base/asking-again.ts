import type { Disposable } from './disposable.ts';
import { Lifetime } from './lifetime.ts';

interface AskingAgainOptions {
	readonly isVisible: () => boolean;
	/** Asks once for everything that could not be reached. */
	readonly ask: () => void;
}

const shortestMs = 15_000;
const longestMs = 4 * 60_000;

/** Retries what could not be reached, at growing intervals and only while it is visible to the user. */
export class AskingAgain implements Disposable {
	readonly #options: AskingAgainOptions;
	readonly #lifetime = new Lifetime();
	#waitMs = shortestMs;
	#timer: Disposable | undefined;

	constructor(options: AskingAgainOptions) {
		this.#options = options;
	}

	/** Something could not be reached. Callers may report this each time they show it. */
	missed(): void {
		this.#timer ??= this.#lifetime.timeout(() => this.#ask(), this.#waitMs);
	}

	/** Everything was reached. */
	reached(): void {
		this.#waitMs = shortestMs;
		this.#forget();
	}

	/** Retries a pending request at once, because the user looks again and expects current data. */
	looked(): void {
		if (this.#timer) this.#ask();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#ask(): void {
		if (!this.#options.isVisible()) return;
		this.#forget();
		this.#waitMs = Math.min(2 * this.#waitMs, longestMs);
		this.#options.ask();
	}

	#forget(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}
}
