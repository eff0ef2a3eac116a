import { abortable, tryAsync } from './abort.ts';

interface SharedCall<T> {
	readonly answer: Promise<T>;
	readonly controller: AbortController;
	callers: number;
}

/**
 * Shares one running call per key among all callers. A caller whose signal is aborted leaves with its own reason; the others
 * continue. When the last caller has left, the work's signal is aborted and the key is free, so the next caller starts a new call
 * instead of joining one that is ending. Nothing is remembered once the work has settled.
 */
export class SharedCalls<K, T> {
	readonly #running = new Map<K, SharedCall<T>>();

	/** Calls `work` at once, and only if no call with this key is running. */
	join(key: K, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
		if (signal?.aborted) return Promise.reject(signal.reason);
		const call = this.#running.get(key) ?? this.#start(key, work);
		call.callers += 1;
		if (!signal) return call.answer;

		const leave = () => {
			call.callers -= 1;
			if (call.callers > 0) return;
			this.#forget(key, call);
			call.controller.abort(signal.reason);
		};
		// If `work` aborts its caller before its first await, the `abort` event has already fired.
		if (signal.aborted) leave();
		else signal.addEventListener('abort', leave, { once: true });
		return abortable(call.answer, signal).finally(() => signal.removeEventListener('abort', leave));
	}

	#start(key: K, work: (signal: AbortSignal) => Promise<T>): SharedCall<T> {
		const controller = new AbortController();
		const answer = tryAsync(() => work(controller.signal));
		const call: SharedCall<T> = { answer, controller, callers: 0 };
		this.#running.set(key, call);
		// Attached before any caller's own handlers, so a caller that asks again after a failure starts a new call.
		const settled = () => this.#forget(key, call);
		answer.then(settled, settled);
		return call;
	}

	#forget(key: K, call: SharedCall<T>): void {
		if (this.#running.get(key) === call) this.#running.delete(key);
	}
}
