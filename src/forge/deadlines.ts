import type { Disposable } from '../base/disposable.ts';

interface Deadline {
	readonly at: number;
	readonly ring: () => void;
}

/**
 * The deadlines of all requests, on one timer. Nearly all deadlines are met, and a timer per request would be a third of what a
 * typed call costs on top of its request. The timer outlives the last request but does not keep the process alive; the socket of
 * a request does. For that reason it is not a `Lifetime` timer.
 */
export class Deadlines {
	readonly #ahead = new Set<Deadline>();
	#timer: NodeJS.Timeout | undefined;
	#rings = Number.POSITIVE_INFINITY;

	/** Calls `ring` after `ms` milliseconds unless it is disposed before that. */
	add(ms: number, ring: () => void): Disposable {
		const deadline = { at: performance.now() + ms, ring };
		this.#ahead.add(deadline);
		if (deadline.at < this.#rings) this.#arm(deadline.at);
		return { dispose: () => this.#ahead.delete(deadline) };
	}

	#arm(at: number): void {
		clearTimeout(this.#timer);
		this.#rings = at;
		this.#timer = setTimeout(() => this.#ring(), Math.max(0, at - performance.now()));
		this.#timer.unref();
	}

	#ring(): void {
		this.#rings = Number.POSITIVE_INFINITY;
		const now = performance.now();
		const due = [...this.#ahead].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
		for (const deadline of due) if (this.#ahead.delete(deadline)) deadline.ring();
		const next = Math.min(...[...this.#ahead].map(({ at }) => at));
		if (next < this.#rings) this.#arm(next);
	}
}
