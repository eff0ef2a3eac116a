import { after, runTime } from '../../base/clock.ts';
import { smallest } from '../../base/collections.ts';
import type { Disposable } from '../../base/disposable.ts';

interface Deadline {
	readonly at: number;
	readonly onReached: () => void;
}

/**
 * The deadlines of all requests, on one timer. Nearly all deadlines are met, and a timer for each request would be a third of the
 * overhead of a typed call. The timer outlives the last request but does not keep the process alive; the socket of a request
 * does. For that reason it is not a `Lifetime` timer. A clock that is set forward ends no request.
 */
export class Deadlines {
	readonly #pending = new Set<Deadline>();
	#timer: Disposable | undefined;
	#nextAt = Number.POSITIVE_INFINITY;

	/** Calls `onReached` after `ms` milliseconds unless it is disposed before that. */
	add(ms: number, onReached: () => void): Disposable {
		const deadline = { at: runTime() + ms, onReached };
		this.#pending.add(deadline);
		if (deadline.at < this.#nextAt) this.#arm(deadline.at);
		return { dispose: () => this.#pending.delete(deadline) };
	}

	#arm(at: number): void {
		this.#timer?.dispose();
		this.#nextAt = at;
		const timer = after(Math.max(0, at - runTime()), () => this.#fire());
		timer.unref();
		this.#timer = timer;
	}

	#fire(): void {
		this.#nextAt = Number.POSITIVE_INFINITY;
		const now = runTime();
		const due = [...this.#pending].filter(({ at }) => at <= now);
		for (const deadline of due) if (this.#pending.delete(deadline)) deadline.onReached();
		const next = smallest([...this.#pending].map(({ at }) => at));
		if (next < this.#nextAt) this.#arm(next);
	}
}
