import { abortable, begin } from './abort.ts';

interface Flight<T> {
	readonly answer: Promise<T>;
	readonly controller: AbortController;
	callers: number;
}

/**
 * One running piece of work per key, shared by all who ask for it meanwhile. A caller whose signal is aborted leaves
 * with its own reason; the others go on. When the last has left, the work's signal is aborted and the key is free:
 * the next caller starts anew rather than join a dying flight. Nothing is remembered once it has settled.
 */
export class Flights<K, T> {
	readonly #running = new Map<K, Flight<T>>();

	/** `work` is called at once, and only when no flight with this key is under way. */
	join(key: K, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
		if (signal?.aborted) return Promise.reject(signal.reason);
		const flight = this.#running.get(key) ?? this.#start(key, work);
		flight.callers += 1;
		if (!signal) return flight.answer;

		const leave = () => {
			flight.callers -= 1;
			if (flight.callers > 0) return;
			this.#forget(key, flight);
			flight.controller.abort(signal.reason);
		};
		// Work that aborts its caller before its first await leaves no event to hear.
		if (signal.aborted) leave();
		else signal.addEventListener('abort', leave, { once: true });
		return abortable(flight.answer, signal).finally(() => signal.removeEventListener('abort', leave));
	}

	#start(key: K, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
		const controller = new AbortController();
		const answer = begin(() => work(controller.signal));
		const flight: Flight<T> = { answer, controller, callers: 0 };
		this.#running.set(key, flight);
		// Attached before any caller's own: whoever hears of a failure and asks again starts a new flight.
		const settled = () => this.#forget(key, flight);
		answer.then(settled, settled);
		return flight;
	}

	#forget(key: K, flight: Flight<T>): void {
		if (this.#running.get(key) === flight) this.#running.delete(key);
	}
}
