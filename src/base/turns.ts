import { abortable } from './abort.ts';

/** Runs work one after the other, in the order of the calls. If some fails, the next is run all the same. */
export class Turns {
	#last: Promise<void> = Promise.resolve();

	/** Resolves when all work so far has ended. */
	get ended(): Promise<void> {
		return this.#last;
	}

	/** If the signal is aborted before the turn of the work, rejects with its reason and never runs the work. */
	run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const earlier = this.#last;
		const done = (signal ? abortable(earlier, signal) : earlier).then(work);
		// Otherwise, each result would keep the one before it in memory.
		this.#last = Promise.allSettled([earlier, done]).then(() => {});
		return done;
	}
}
