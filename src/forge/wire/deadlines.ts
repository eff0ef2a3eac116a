import { smallest } from '../../base/collections.ts';
import type { Disposable } from '../../base/disposable.ts';

interface Deadline {
	readonly at: number;
	readonly onReached: () => void;
}

/**
 * The deadlines of all requests, on one timer. Nearly all deadlines are met, and a timer for each request would be a third of the
 * overhead of a typed call. The timer outlives the last request but does not keep the process alive; the socket of a request
 * does. For that reason it is not a `Lifetime` timer.
 */
export class Deadlines {
	readonly #pending = new Set<Deadline>();
	#timer: NodeJS.Timeout | undefined;
	#nextAt = Number.POSITIVE_INFINITY;

	/** Calls `onReached` after `ms` milliseconds unless it is disposed before that. */
	add(ms: number, onReached: () => void): Disposable {
		const deadline = { at: performance.now() + ms, onReached };
		this.#pending.add(deadline);
		if (deadline.at < this.#nextAt) this.#arm(deadline.at);
		return { dispose: () => this.#pending.delete(deadline) };
	}

	#arm(at: number): void {
		clearTimeout(this.#timer);
		this.#nextAt = at;
		this.#timer = setTimeout(() => this.#fire(), Math.max(0, at - performance.now()));
		this.#timer.unref();
	}

	#fire(): void {
		this.#nextAt = Number.POSITIVE_INFINITY;
		const now = performance.now();
		const due = [...this.#pending].filter(({ at }) => at <= now);
		for (const deadline of due) if (this.#pending.delete(deadline)) deadline.onReached();
		const next = smallest([...this.#pending].map(({ at }) => at));
		if (next < this.#nextAt) this.#arm(next);
	}
}
