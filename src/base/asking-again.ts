import type { Disposable } from './disposable.ts';
import { Lifetime } from './lifetime.ts';

interface AskingAgainOptions {
	readonly isVisible: () => boolean;
	/** Asks once for all that was not reached. */
	readonly ask: () => void;
}

const shortest = 15_000;
const longest = 4 * 60_000;

/** Asks by itself again for what could not be reached, ever more seldom, and only while somebody looks. */
export class AskingAgain implements Disposable {
	readonly #options: AskingAgainOptions;
	readonly #lifetime = new Lifetime();
	#wait = shortest;
	#timer: Disposable | undefined;

	constructor(options: AskingAgainOptions) {
		this.#options = options;
	}

	/** Something was not reached; told as often as it is shown. */
	missed(): void {
		this.#timer ??= this.#lifetime.timeout(() => this.#ask(), this.#wait);
	}

	/** Everything was reached. */
	reached(): void {
		this.#wait = shortest;
		this.#forget();
	}

	/** Somebody looks again, who wants to see what is so now. */
	looked(): void {
		if (this.#timer) this.#ask();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#ask(): void {
		if (!this.#options.isVisible()) return;
		this.#forget();
		this.#wait = Math.min(2 * this.#wait, longest);
		this.#options.ask();
	}

	#forget(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}
}
