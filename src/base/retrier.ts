import type { Disposable } from './disposable.ts';
import { Lifetime } from './lifetime.ts';

const shortestMs = 15_000;
const longestMs = 4 * 60_000;

/** Retries what could not be reached, at growing intervals and only while it is visible to the user. */
export class Retrier implements Disposable {
	readonly #isVisible: () => boolean;
	readonly #retryOnce: () => void;
	readonly #lifetime = new Lifetime();
	#waitMs = shortestMs;
	#timer: Disposable | undefined;

	/** `retry` requests everything that could not be reached, once. */
	constructor(isVisible: () => boolean, retry: () => void) {
		this.#isVisible = isVisible;
		this.#retryOnce = retry;
	}

	/** Schedules a retry, because something could not be reached. Has no effect while one is pending. */
	schedule(): void {
		this.#timer ??= this.#lifetime.timeout(() => this.#retry(), this.#waitMs);
	}

	/** Cancels the retry, because everything was reached. */
	reset(): void {
		this.#waitMs = shortestMs;
		this.#cancel();
	}

	/** Starts a pending retry at once, for example because the view becomes visible again. */
	retryNow(): void {
		if (this.#timer) this.#retry();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#retry(): void {
		if (!this.#isVisible()) return;
		this.#cancel();
		this.#waitMs = Math.min(2 * this.#waitMs, longestMs);
		this.#retryOnce();
	}

	#cancel(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}
}
